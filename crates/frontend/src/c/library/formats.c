__SIZE_TYPE__ __fs_padded(__SIZE_TYPE__ n, int width) {
  const __SIZE_TYPE__ room = width < 0 ? -(long long)width : width;
  return n < room ? room : n;
}

int __fs_fewest_digits(double x) {
  if (x > 1e30)
    return x > 1e308 ? 309 : x > 1e300 ? 301 : x > 1e250 ? 251 : x > 1e200 ? 201 : x > 1e150 ? 151 : x > 1e100 ? 101 : x > 1e90 ? 91
      : x > 1e80 ? 81 : x > 1e70 ? 71 : x > 1e60 ? 61 : x > 1e50 ? 51 : x > 1e40 ? 41 : 31;
  return x >= 1e22 ? 23 : x >= 1e21 ? 22 : x >= 1e20 ? 21 : x >= 1e19 ? 20 : x >= 1e18 ? 19 : x >= 1e17 ? 18
    : x >= 1e16 ? 17 : x >= 1e15 ? 16 : x >= 1e14 ? 15 : x >= 1e13 ? 14 : x >= 1e12 ? 13 : x >= 1e11 ? 12 : x >= 1e10 ? 11
    : x >= 1e9 ? 10 : x >= 1e8 ? 9 : x >= 1e7 ? 8 : x >= 1e6 ? 7 : x >= 1e5 ? 6 : x >= 1e4 ? 5 : x >= 1e3 ? 4
    : x >= 1e2 ? 3 : x >= 1e1 ? 2 : 1;
}

int __fs_most_digits(double x) {
  if (x >= 1e22)
    return x < 1e30 ? 30 : x < 1e40 ? 40 : x < 1e50 ? 50 : x < 1e60 ? 60 : x < 1e70 ? 70 : x < 1e80 ? 80
      : x < 1e90 ? 90 : x < 1e100 ? 100 : x < 1e150 ? 150 : x < 1e200 ? 200 : x < 1e250 ? 250 : x < 1e300 ? 300 : 309;
  return x < 9.0 ? 1 : x < 99.0 ? 2 : x < 999.0 ? 3 : x < 9999.0 ? 4 : x < 99999.0 ? 5 : x < 999999.0 ? 6 :
    x < 9999999.0 ? 7 : x < 99999999.0 ? 8 : x < 999999999.0 ? 9 : x < 9999999999.0 ? 10 : x < 99999999999.0 ? 11 :
    x < 999999999999.0 ? 12 : x < 9999999999999.0 ? 13 : x < 99999999999999.0 ? 14 : x < 999999999999999.0 ? 15 :
    x < 1e16 ? 16 : x < 1e17 ? 17 : x < 1e18 ? 18 : x < 1e19 ? 19 : x < 1e20 ? 20 : x < 1e21 ? 21 : 22;
}

int __fs_fewest_digits(double); __SIZE_TYPE__ __fs_padded(__SIZE_TYPE__, int); __SIZE_TYPE__ __fs_float_least(double number, int form, int width, int precision) {
  const double x = number < 0 ? -number : number;
  if (x != x) return __fs_padded(3, width);
  const int is_negative = number == 0 ? __builtin_signbit(number) != 0 : number < 0;
  const int kind = form & 223, sign = is_negative || (form & 1536) != 0;
  if (x > 1.7976931348623157e308) return __fs_padded(sign + 3, width);
  if (kind == 'A')
    return __fs_padded(sign + 6 + (precision > 0 ? precision + 1 : 0), width);
  const __SIZE_TYPE__ all = precision < 0 ? 6 : precision;
  const __SIZE_TYPE__ behind = all ? all + 1 : (form & 2048) != 0;
  const int exponent = x >= 1e100 || (x > 0 && x < 1e-100) ? 5 : 4;
  const int digits = __fs_fewest_digits(x);
  __SIZE_TYPE__ n = 1;
  if (kind == 'F') n = digits + behind;
  else if (kind == 'E') n = 1 + behind + exponent;
  else if (digits > (all ? all : 1)) n = 1 + exponent;
  else if (x >= 1) n = digits < 5 ? digits : 5;
  else if (x > 0 && x < 9e-5) n = 1 + exponent;
  else if (x > 0 && x < 0.9) n = 3;
  if ((form & 16384) && n > 1) n--;
  return __fs_padded(sign + n, width);
}

int __fs_most_digits(double); __SIZE_TYPE__ __fs_padded(__SIZE_TYPE__, int); __SIZE_TYPE__ __fs_float_most(double number, int form, int width, int precision) {
  const double x = number < 0 ? -number : number;
  if (x != x) return __fs_padded(4, width);
  const int is_negative = number == 0 ? __builtin_signbit(number) != 0 : number < 0;
  const int kind = form & 223, sign = is_negative || (form & 1536) != 0;
  const __SIZE_TYPE__ all = precision < 0 ? 6 : precision;
  if (x > 1.7976931348623157e308 && !(form & 16384)) return __fs_padded(sign + 3, width);
  if (kind == 'A') {
    const __SIZE_TYPE__ behind = precision < 0 ? (form & 16384 ? 16 : 13) : precision;
    return __fs_padded(sign + 4 + behind + (form & 16384 ? 7 : 6), width);
  }
  const __SIZE_TYPE__ behind = all ? all + 1 : (form & 2048) != 0;
  const int exponent = x >= 9e99 || (x > 0 && x < 1.1e-99) ? (form & 16384 ? 6 : 5) : 4;
  const int digits = x > 1.7976931348623157e308 ? 4934 : __fs_most_digits(x);
  __SIZE_TYPE__ n;
  if (kind == 'F') n = digits + behind;
  else if (kind == 'E') n = 1 + behind + exponent;
  else if (x == 0) n = form & 2048 ? (all ? all : 1) + 1 : 1;
  else if (x >= 1 && digits < all) n = all + 1;
  else n = (all ? all : 1) + 1 + exponent;
  if (form & 16384) n++;
  return __fs_padded(sign + n, width);
}

__SIZE_TYPE__ __fs_padded(__SIZE_TYPE__, int); __SIZE_TYPE__ __fs_pointer_least(const void *p, int width) {
  return __fs_padded(p ? 3 : 5, width);
}

__SIZE_TYPE__ __fs_padded(__SIZE_TYPE__, int); __SIZE_TYPE__ __fs_pointer_most(const void *p, int width) {
  return __fs_padded(!p ? 5 : sizeof(p) == 8 ? 18 : 10, width);
}

__SIZE_TYPE__ __fs_print_fill(char *target, __SIZE_TYPE__ limit, __SIZE_TYPE__ n, int ch, __SIZE_TYPE__ count) {
  const __SIZE_TYPE__ end = n + count;
  const __SIZE_TYPE__ last = end < limit ? end : limit;
  if (n < last) {
    __fs_writable(target + n, last - n);
    for (__SIZE_TYPE__ i = n; i < last; i++) target[i] = ch;
  }
  return end;
}

__SIZE_TYPE__ __fs_print_fill(char *, __SIZE_TYPE__, __SIZE_TYPE__, int, __SIZE_TYPE__); __SIZE_TYPE__ __fs_print_character(char *target, __SIZE_TYPE__ limit, __SIZE_TYPE__ n, int ch, int is_left, int width) {
  __SIZE_TYPE__ room = width < 0 ? -(long long)width : width;
  if (room > 0) room--;
  if (!is_left && width > 0) n = __fs_print_fill(target, limit, n, ' ', room);
  n = __fs_print_fill(target, limit, n, ch, 1);
  if (is_left || width < 0) n = __fs_print_fill(target, limit, n, ' ', room);
  return n;
}

__SIZE_TYPE__ __fs_length(const char *); __SIZE_TYPE__ __fs_length_within(const char *, __SIZE_TYPE__); __SIZE_TYPE__ __fs_print_fill(char *, __SIZE_TYPE__, __SIZE_TYPE__, int, __SIZE_TYPE__); __SIZE_TYPE__ __fs_print_text(char *target, __SIZE_TYPE__ limit, __SIZE_TYPE__ n, const char *text, int is_left, int width, int precision) {
  const __SIZE_TYPE__ length = precision < 0 ? __fs_length(text) : __fs_length_within(text, precision);
  __SIZE_TYPE__ room = width < 0 ? -(long long)width : width;
  room = room > length ? room - length : 0;
  if (!is_left && width > 0) n = __fs_print_fill(target, limit, n, ' ', room);
  const __SIZE_TYPE__ end = n + length, last = end < limit ? end : limit;
  if (n < last) {
    __fs_writable(target + n, last - n);
    for (__SIZE_TYPE__ i = n; i < last; i++) target[i] = text[i - n];
  }
  n = end;
  if (is_left || width < 0) n = __fs_print_fill(target, limit, n, ' ', room);
  return n;
}

__SIZE_TYPE__ __fs_print_fill(char *, __SIZE_TYPE__, __SIZE_TYPE__, int, __SIZE_TYPE__); __SIZE_TYPE__ __fs_print_integer(char *target, __SIZE_TYPE__ limit, __SIZE_TYPE__ n, long long number, int form, int width, int precision) {
  const int kind = form & 255, is_signed = kind == 'd' || kind == 'i';
  const unsigned long long base = kind == 'x' || kind == 'X' ? 16 : kind == 'o' ? 8 : 10;
  const int sign = is_signed ? number < 0 ? '-' : form & 512 ? '+' : form & 1024 ? ' ' : 0 : 0;
  const unsigned long long value = is_signed && number < 0 ? 0 - (unsigned long long)number : number;
  int n_digits;
  if (!value) n_digits = 0;
  else if (base == 10)
    n_digits =
      value < 10ULL ? 1 : value < 100ULL ? 2 : value < 1000ULL ? 3 : value < 10000ULL ? 4 : value < 100000ULL ? 5 :
      value < 1000000ULL ? 6 : value < 10000000ULL ? 7 : value < 100000000ULL ? 8 : value < 1000000000ULL ? 9 :
      value < 10000000000ULL ? 10 : value < 100000000000ULL ? 11 : value < 1000000000000ULL ? 12 :
      value < 10000000000000ULL ? 13 : value < 100000000000000ULL ? 14 : value < 1000000000000000ULL ? 15 :
      value < 10000000000000000ULL ? 16 : value < 100000000000000000ULL ? 17 : value < 1000000000000000000ULL ? 18 :
      value < 10000000000000000000ULL ? 19 : 20;
  else if (base == 16)
    n_digits =
      value < 16ULL ? 1 : value < 256ULL ? 2 : value < 4096ULL ? 3 : value < 65536ULL ? 4 : value < 1048576ULL ? 5 :
      value < 16777216ULL ? 6 : value < 268435456ULL ? 7 : value < 4294967296ULL ? 8 : value < 68719476736ULL ? 9 :
      value < 1099511627776ULL ? 10 : value < 17592186044416ULL ? 11 : value < 281474976710656ULL ? 12 :
      value < 4503599627370496ULL ? 13 : value < 72057594037927936ULL ? 14 : value < 1152921504606846976ULL ? 15 : 16;
  else
    n_digits =
      value < 8ULL ? 1 : value < 64ULL ? 2 : value < 512ULL ? 3 : value < 4096ULL ? 4 : value < 32768ULL ? 5 :
      value < 262144ULL ? 6 : value < 2097152ULL ? 7 : value < 16777216ULL ? 8 : value < 134217728ULL ? 9 :
      value < 1073741824ULL ? 10 : value < 8589934592ULL ? 11 : value < 68719476736ULL ? 12 : value < 549755813888ULL ? 13 :
      value < 4398046511104ULL ? 14 : value < 35184372088832ULL ? 15 : value < 281474976710656ULL ? 16 :
      value < 2251799813685248ULL ? 17 : value < 18014398509481984ULL ? 18 : value < 144115188075855872ULL ? 19 :
      value < 1152921504606846976ULL ? 20 : value < 9223372036854775808ULL ? 21 : 22;
  int zeros = precision < 0 ? !n_digits : precision > n_digits ? precision - n_digits : 0;
  if ((form & 2048) && base == 8 && zeros == 0) zeros = 1;
  const int marks = (form & 2048) && base == 16 && value ? 2 : 0;
  const __SIZE_TYPE__ length = (__SIZE_TYPE__)n_digits + zeros + marks + (sign != 0);
  __SIZE_TYPE__ room = width < 0 ? -(long long)width : width;
  room = room > length ? room - length : 0;
  const int is_left = (form & 256) || width < 0;
  const int is_zero = (form & 4096) && !is_left && precision < 0;
  if (!is_left && !is_zero) n = __fs_print_fill(target, limit, n, ' ', room);
  if (sign) n = __fs_print_fill(target, limit, n, sign, 1);
  if (marks) {
    n = __fs_print_fill(target, limit, n, '0', 1);
    n = __fs_print_fill(target, limit, n, kind, 1);
  }
  n = __fs_print_fill(target, limit, n, '0', is_zero ? zeros + room : zeros);
  const __SIZE_TYPE__ end = n + n_digits, last = end < limit ? end : limit;
  if (n < last) {
    __fs_writable(target + n, last - n);
    unsigned long long rest = value;
    for (__SIZE_TYPE__ i = end; i > n; i--) {
      const int digit = rest % base;
      if (i <= limit) target[i - 1] = digit < 10 ? '0' | digit : (kind == 'X' ? 'A' : 'a') + (digit - 10);
      rest /= base;
    }
  }
  n = end;
  if (is_left) n = __fs_print_fill(target, limit, n, ' ', room);
  return n;
}

__SIZE_TYPE__ __fs_print_open(char *target, __SIZE_TYPE__ limit, __SIZE_TYPE__ n, __SIZE_TYPE__ least, __SIZE_TYPE__ most) {
  const __SIZE_TYPE__ sure = n + least < limit ? n + least : limit;
  if (n < sure) __fs_writable(target + n, sure - n);
  const __SIZE_TYPE__ length = least + __fs_any(0, most - least);
  const __SIZE_TYPE__ end = n + length, last = end < limit ? end : limit;
  if (n < last) {
    __fs_writable(target + n, last - n);
    __fs_forget(target + n, last - n);
  }
  return end;
}

__SIZE_TYPE__ __fs_float_least(double, int, int, int); __SIZE_TYPE__ __fs_float_most(double, int, int, int); __SIZE_TYPE__ __fs_print_open(char *, __SIZE_TYPE__, __SIZE_TYPE__, __SIZE_TYPE__, __SIZE_TYPE__); __SIZE_TYPE__ __fs_print_float(char *target, __SIZE_TYPE__ limit, __SIZE_TYPE__ n, double number, int form, int width, int precision) {
  return __fs_print_open(target, limit, n, __fs_float_least(number, form, width, precision), __fs_float_most(number, form, width, precision));
}

__SIZE_TYPE__ __fs_pointer_least(const void *, int); __SIZE_TYPE__ __fs_pointer_most(const void *, int); __SIZE_TYPE__ __fs_print_open(char *, __SIZE_TYPE__, __SIZE_TYPE__, __SIZE_TYPE__, __SIZE_TYPE__); __SIZE_TYPE__ __fs_print_pointer(char *target, __SIZE_TYPE__ limit, __SIZE_TYPE__ n, const void *p, int width) {
  return __fs_print_open(target, limit, n, __fs_pointer_least(p, width), __fs_pointer_most(p, width));
}

__SIZE_TYPE__ __fs_padded(__SIZE_TYPE__, int); __SIZE_TYPE__ __fs_print_open(char *, __SIZE_TYPE__, __SIZE_TYPE__, __SIZE_TYPE__, __SIZE_TYPE__); __SIZE_TYPE__ __fs_print_error_message(char *target, __SIZE_TYPE__ limit, __SIZE_TYPE__ n, int width) {
  return __fs_print_open(target, limit, n, __fs_padded(7, width), __fs_padded(49, width));
}
