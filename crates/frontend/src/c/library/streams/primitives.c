int __fs_put(const void *stream, int byte) {
  return byte;
}

int __fs_put_integer(const void *stream, long long number, int form, int width, int precision) {
  return __fs_any(0, 2147483647);
}

int __fs_put_float(const void *stream, long double number, int form, int width, int precision) {
  return __fs_any(0, 2147483647);
}

int __fs_get(const void *stream) {
  return __fs_any(-1, 255);
}

int __fs_unget(const void *stream, int byte) {
  return __fs_any(-1, 255);
}

int __fs_scan_integer(const void *stream, int width, int base, int bits, int is_signed) {
  return __fs_any(-1, 1);
}

long long __VERIFIER_nondet_longlong(void); long long __fs_scanned(void) {
  return __VERIFIER_nondet_longlong();
}

int __fs_scan_float(const void *stream, int width) {
  return __fs_any(-1, 1);
}

double __VERIFIER_nondet_double(void); double __fs_scanned_float(int bits) {
  return __VERIFIER_nondet_double();
}

long double __VERIFIER_nondet_long_double(void); long double __fs_scanned_long(int bits) {
  return __VERIFIER_nondet_long_double();
}

int __fs_scanned_range(int bits) {
  return __fs_any(0, 1);
}

long __fs_position(const void *stream) {
  return __fs_any(-1, 2147483647);
}

int __fs_seek(const void *stream, long offset, int whence) {
  return __fs_any(-1, 0);
}

int __fs_nth_variable(int number) {
  return __fs_any(0, 1);
}

int __fs_flush(const void *stream, int how) {
  return 0;
}

int __fs_stream_state(int what) {
  return __fs_any(0, 1);
}

int __fs_standard(const void *stream) {
  return __fs_any(-1, 2);
}

int __fs_at_end(const void *stream) {
  return __fs_any(0, 1);
}

int __fs_clear_end(const void *stream) {
  return 0;
}

int __fs_open(const void *stream) {
  return __fs_any(0, 133);
}

int __fs_end_stream(const void *stream) {
  return 0;
}

int __fs_remove(void) {
  return __fs_any(0, 133);
}

int __fs_clear_notes(void) {
  return 0;
}

int __fs_noted(int index) {
  return __fs_any(-1, 255);
}

int __fs_count_notes(void) {
  return __fs_any(0, 2147483647);
}

int __fs_count_arguments(void) {
  return __fs_any(1, 2147483647);
}

int __fs_argument(int argument, int index) {
  return __fs_any(-1, 255);
}

int __fs_variable(void) {
  return __fs_any(0, 1);
}

long __fs_clock(void) {
  return __fs_any(0, 2147483647);
}

int __fs_seed(unsigned int seed) {
  return 0;
}

int __fs_random(void) {
  return __fs_any(0, 2147483647);
}

double __VERIFIER_nondet_double(void); double __fs_math(int function, double x, double y) {
  return __VERIFIER_nondet_double();
}

float __VERIFIER_nondet_float(void); float __fs_math_float(int function, float x, float y) {
  return __VERIFIER_nondet_float();
}

long double __VERIFIER_nondet_long_double(void); long double __fs_math_long(int function, long double x, long double y) {
  return __VERIFIER_nondet_long_double();
}

int __fs_exit(int status) {
  return status;
}

int __fs_abort(void) {
  return 0;
}

int __fs_uncertain(void) {
  return 0;
}

int __fs_unknown(int what) {
  return 0;
}
