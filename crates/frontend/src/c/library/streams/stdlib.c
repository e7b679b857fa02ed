int __fs_random(void); int rand(void) {
  return __fs_random();
}

int __fs_random(void); long random(void) {
  return __fs_random();
}

int __fs_seed(unsigned int); void srand(unsigned int seed) {
  __fs_seed(seed);
}

int __fs_seed(unsigned int); void srandom(unsigned int seed) {
  __fs_seed(seed);
}

long __fs_clock(void); long time(long *result) {
  return __fs_clock();
}

long __fs_clock(void); long __fs_time(long *result) {
  long now = __fs_clock();
  if (result) *result = now;
  return now;
}

long clock(void) {
  return 0;
}

int __fs_variable(void); int __fs_noted(int); int __fs_count_notes(void); int __fs_clear_notes(void); void __fs_note_name(const char *); char *getenv(const char *name) {
  __fs_clear_notes();
  __fs_note_name(name);
  if (!__fs_variable()) return 0;
  int n = __fs_count_notes();
  char *text = __fs_object(n + 1);
  for (int i = 0; i < n; i++) text[i] = __fs_noted(i);
  text[n] = 0;
  return text;
}

int __fs_put(const void *, int); int __fs_clear_notes(void); int __fs_scan_float(const void *, int); double __fs_scanned_float(int); long __fs_position(const void *); double strtod(const char *s, char **end) {
  __SIZE_TYPE__ n = 0;
  __fs_clear_notes();
  for (; s[n]; n++) __fs_put((void *)1, s[n]);
  int found = __fs_scan_float((void *)1, 0);
  if (end) *end = (char *)s + (found == 1 ? __fs_position((void *)1) : 0);
  return found == 1 ? __fs_scanned_float(64) : 0;
}

int __fs_put(const void *, int); int __fs_clear_notes(void); int __fs_scan_float(const void *, int); double __fs_scanned_float(int); long __fs_position(const void *); float strtof(const char *s, char **end) {
  __SIZE_TYPE__ n = 0;
  __fs_clear_notes();
  for (; s[n]; n++) __fs_put((void *)1, s[n]);
  int found = __fs_scan_float((void *)1, 0);
  if (end) *end = (char *)s + (found == 1 ? __fs_position((void *)1) : 0);
  return found == 1 ? __fs_scanned_float(32) : 0;
}

double strtod(const char *, char **); double atof(const char *s) {
  return strtod(s, 0);
}

int __fs_argument(int, int); char **__fs_argument_vector(int n) {
  char **vector = __fs_object((n + 1) * sizeof(char *));
  for (int i = 0; i < n; i++) {
    int length = 0;
    while (__fs_argument(i, length) >= 0) length++;
    char *text = __fs_object(length + 1);
    for (int k = 0; k < length; k++) text[k] = __fs_argument(i, k);
    text[length] = 0;
    vector[i] = text;
  }
  vector[n] = 0;
  return vector;
}

char **__fs_environment_vector(void) {
  char **vector = __fs_object(sizeof(char *));
  vector[0] = 0;
  return vector;
}
