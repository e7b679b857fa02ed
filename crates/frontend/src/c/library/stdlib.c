int abs(int x) {
  __fs_fits(x == 0 || x != -x);
  return x < 0 ? -x : x;
}

long labs(long x) {
  __fs_fits(x == 0 || x != -x);
  return x < 0 ? -x : x;
}

long long llabs(long long x) {
  __fs_fits(x == 0 || x != -x);
  return x < 0 ? -x : x;
}

long strtol(const char *s, char **end, int base) {
  if (base < 0 || base == 1 || base > 36) {
    __fs_error(22);
    return 0;
  }
  unsigned long value = 0;
  int negative = 0, overflows = 0;
  const char *at = s;
  while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
  if (*at == '-' || *at == '+') negative = *at++ == '-';
  const unsigned long most = ~(unsigned long)0 >> 1, limit = negative ? most + 1 : most;
  if ((base == 0 || base == 16) && *at == '0' && (at[1] == 'x' || at[1] == 'X')
      && ((at[2] >= '0' && at[2] <= '9') || (at[2] >= 'a' && at[2] <= 'f') || (at[2] >= 'A' && at[2] <= 'F'))) {
    at += 2;
    base = 16;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  int found = 0;
  for (;; at++) {
    int digit;
    if (*at >= '0' && *at <= '9') digit = *at - '0';
    else if (*at >= 'a' && *at <= 'z') digit = *at - 'a' + 10;
    else if (*at >= 'A' && *at <= 'Z') digit = *at - 'A' + 10;
    else break;
    if (digit >= base) break;
    found = 1;
    if (value > most / base || value * base + digit < digit || value * base + digit > limit) overflows = 1;
    value = value * base + digit;
  }
  if (end) *end = (char *)(found ? at : s);
  if (overflows) {
    value = limit;
    __fs_error(34);
  }
  return (long)(negative ? 0 - value : value);
}

unsigned long strtoul(const char *s, char **end, int base) {
  if (base < 0 || base == 1 || base > 36) {
    __fs_error(22);
    return 0;
  }
  unsigned long value = 0;
  int negative = 0, overflows = 0;
  const char *at = s;
  while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
  if (*at == '-' || *at == '+') negative = *at++ == '-';
  const unsigned long most = ~(unsigned long)0, limit = most;
  if ((base == 0 || base == 16) && *at == '0' && (at[1] == 'x' || at[1] == 'X')
      && ((at[2] >= '0' && at[2] <= '9') || (at[2] >= 'a' && at[2] <= 'f') || (at[2] >= 'A' && at[2] <= 'F'))) {
    at += 2;
    base = 16;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  int found = 0;
  for (;; at++) {
    int digit;
    if (*at >= '0' && *at <= '9') digit = *at - '0';
    else if (*at >= 'a' && *at <= 'z') digit = *at - 'a' + 10;
    else if (*at >= 'A' && *at <= 'Z') digit = *at - 'A' + 10;
    else break;
    if (digit >= base) break;
    found = 1;
    if (value > most / base || value * base + digit < digit || value * base + digit > limit) overflows = 1;
    value = value * base + digit;
  }
  if (end) *end = (char *)(found ? at : s);
  if (overflows) {
    __fs_error(34);
    return limit;
  }
  return negative ? 0 - value : value;
}

long long strtoll(const char *s, char **end, int base) {
  if (base < 0 || base == 1 || base > 36) {
    __fs_error(22);
    return 0;
  }
  unsigned long long value = 0;
  int negative = 0, overflows = 0;
  const char *at = s;
  while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
  if (*at == '-' || *at == '+') negative = *at++ == '-';
  const unsigned long long most = ~(unsigned long long)0 >> 1, limit = negative ? most + 1 : most;
  if ((base == 0 || base == 16) && *at == '0' && (at[1] == 'x' || at[1] == 'X')
      && ((at[2] >= '0' && at[2] <= '9') || (at[2] >= 'a' && at[2] <= 'f') || (at[2] >= 'A' && at[2] <= 'F'))) {
    at += 2;
    base = 16;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  int found = 0;
  for (;; at++) {
    int digit;
    if (*at >= '0' && *at <= '9') digit = *at - '0';
    else if (*at >= 'a' && *at <= 'z') digit = *at - 'a' + 10;
    else if (*at >= 'A' && *at <= 'Z') digit = *at - 'A' + 10;
    else break;
    if (digit >= base) break;
    found = 1;
    if (value > most / base || value * base + digit < digit || value * base + digit > limit) overflows = 1;
    value = value * base + digit;
  }
  if (end) *end = (char *)(found ? at : s);
  if (overflows) {
    value = limit;
    __fs_error(34);
  }
  return (long long)(negative ? 0 - value : value);
}

unsigned long long strtoull(const char *s, char **end, int base) {
  if (base < 0 || base == 1 || base > 36) {
    __fs_error(22);
    return 0;
  }
  unsigned long long value = 0;
  int negative = 0, overflows = 0;
  const char *at = s;
  while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
  if (*at == '-' || *at == '+') negative = *at++ == '-';
  const unsigned long long most = ~(unsigned long long)0, limit = most;
  if ((base == 0 || base == 16) && *at == '0' && (at[1] == 'x' || at[1] == 'X')
      && ((at[2] >= '0' && at[2] <= '9') || (at[2] >= 'a' && at[2] <= 'f') || (at[2] >= 'A' && at[2] <= 'F'))) {
    at += 2;
    base = 16;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  int found = 0;
  for (;; at++) {
    int digit;
    if (*at >= '0' && *at <= '9') digit = *at - '0';
    else if (*at >= 'a' && *at <= 'z') digit = *at - 'a' + 10;
    else if (*at >= 'A' && *at <= 'Z') digit = *at - 'A' + 10;
    else break;
    if (digit >= base) break;
    found = 1;
    if (value > most / base || value * base + digit < digit || value * base + digit > limit) overflows = 1;
    value = value * base + digit;
  }
  if (end) *end = (char *)(found ? at : s);
  if (overflows) {
    __fs_error(34);
    return limit;
  }
  return negative ? 0 - value : value;
}

int atoi(const char *s) {
  unsigned long value = 0;
  int negative = 0, overflows = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  if (*s == '-' || *s == '+') negative = *s++ == '-';
  const unsigned long most = ~(unsigned long)0 >> 1, limit = negative ? most + 1 : most;
  for (; *s >= '0' && *s <= '9'; s++) {
    const int digit = *s - '0';
    if (value > most / 10 || value * 10 + digit > limit) overflows = 1;
    value = value * 10 + digit;
  }
  if (overflows) {
    value = limit;
    __fs_error(34);
  }
  return (int)(long)(negative ? 0 - value : value);
}

long atol(const char *s) {
  unsigned long value = 0;
  int negative = 0, overflows = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  if (*s == '-' || *s == '+') negative = *s++ == '-';
  const unsigned long most = ~(unsigned long)0 >> 1, limit = negative ? most + 1 : most;
  for (; *s >= '0' && *s <= '9'; s++) {
    const int digit = *s - '0';
    if (value > most / 10 || value * 10 + digit > limit) overflows = 1;
    value = value * 10 + digit;
  }
  if (overflows) {
    value = limit;
    __fs_error(34);
  }
  return (long)(long)(negative ? 0 - value : value);
}

long long atoll(const char *s) {
  unsigned long long value = 0;
  int negative = 0, overflows = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  if (*s == '-' || *s == '+') negative = *s++ == '-';
  const unsigned long long most = ~(unsigned long long)0 >> 1, limit = negative ? most + 1 : most;
  for (; *s >= '0' && *s <= '9'; s++) {
    const int digit = *s - '0';
    if (value > most / 10 || value * 10 + digit > limit) overflows = 1;
    value = value * 10 + digit;
  }
  if (overflows) {
    value = limit;
    __fs_error(34);
  }
  return (long long)(long long)(negative ? 0 - value : value);
}

__SIZE_TYPE__ __fs_length(const char *); double __VERIFIER_nondet_double(void); double strtod(const char *s, char **end) {
  __SIZE_TYPE__ n = __fs_length(s);
  if (end) *end = (char *)s + __fs_any(0, n);
  __fs_error_or_end();
  return __VERIFIER_nondet_double();
}

__SIZE_TYPE__ __fs_length(const char *); float __VERIFIER_nondet_float(void); float strtof(const char *s, char **end) {
  __SIZE_TYPE__ n = __fs_length(s);
  if (end) *end = (char *)s + __fs_any(0, n);
  __fs_error_or_end();
  return __VERIFIER_nondet_float();
}

__SIZE_TYPE__ __fs_length(const char *); double __VERIFIER_nondet_double(void); long double strtold(const char *s, char **end) {
  __SIZE_TYPE__ n = __fs_length(s);
  if (end) *end = (char *)s + __fs_any(0, n);
  __fs_error_or_end();
  return __VERIFIER_nondet_double();
}

void __fs_printed(const char *); double __VERIFIER_nondet_double(void); double atof(const char *s) {
  __fs_printed(s);
  return __VERIFIER_nondet_double();
}

void __fs_printed(const char *); char *getenv(const char *name) {
  __fs_printed(name);
  if (!__fs_any(0, 1)) return 0;
  char *text = __fs_object(64);
  __fs_forget(text, 64);
  text[63] = 0;
  return text;
}

void __fs_printed(const char *); int system(const char *command) {
  if (command) __fs_printed(command);
  return __fs_any_or_end(-2147483647 - 1, 2147483647);
}

void __fs_printed(const char *); int putenv(char *text) {
  __fs_printed(text);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int setenv(const char *name, const char *text, int replaces) {
  __fs_printed(name);
  __fs_printed(text);
  return __fs_any_or_error(-1, 0);
}

void *malloc(__SIZE_TYPE__); void *aligned_alloc(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size) {
  return malloc(size);
}

void *malloc(__SIZE_TYPE__); void *memalign(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size) {
  return malloc(size);
}

void *malloc(__SIZE_TYPE__); int posix_memalign(void **result, __SIZE_TYPE__ alignment, __SIZE_TYPE__ size) {
  void *memory = malloc(size);
  if (!memory) return 12;
  *result = memory;
  return 0;
}

void *realloc(void *, __SIZE_TYPE__); void *reallocarray(void *old, __SIZE_TYPE__ count, __SIZE_TYPE__ size) {
  if (size && count > ~(__SIZE_TYPE__)0 / size) {
    __fs_error(12);
    return 0;
  }
  return realloc(old, count * size);
}

__SIZE_TYPE__ malloc_usable_size(void *memory) {
  return memory ? __fs_room(memory) : 0;
}

void qsort(void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size, int (*compare)(const void *, const void *)) {
  __fs_writable(base, n * size);
  char *a = base;
  for (__SIZE_TYPE__ i = 1; i < n; i++)
    for (__SIZE_TYPE__ j = i; j > 0 && compare(a + (j - 1) * size, a + j * size) > 0; j--)
      for (__SIZE_TYPE__ k = 0; k < size; k++) {
        char moved = a[j * size + k];
        a[j * size + k] = a[(j - 1) * size + k];
        a[(j - 1) * size + k] = moved;
      }
}

void *bsearch(const void *key, const void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size,
              int (*compare)(const void *, const void *)) {
  __fs_readable(base, n * size);
  const char *a = base;
  __SIZE_TYPE__ low = 0, high = n;
  while (low < high) {
    __SIZE_TYPE__ middle = low + (high - low) / 2;
    int order = compare(key, a + middle * size);
    if (order == 0) return (void *)(a + middle * size);
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}

double __VERIFIER_nondet_double(void); double pow(double x, double y) {
  double result = 1;
  if (x != (long long)x || y != (int)y || y < 0 || y > 64) {
    __fs_error_or_end();
    return __VERIFIER_nondet_double();
  }
  for (int i = 0; i < (int)y; i++) result *= x;
  if (result > 9007199254740992.0 || result < -9007199254740992.0) {
    __fs_error_or_end();
    return __VERIFIER_nondet_double();
  }
  return result;
}

double __VERIFIER_nondet_double(void); long double powl(long double x, long double y) {
  long double result = 1;
  if (x != (long long)x || y != (int)y || y < 0 || y > 64) {
    __fs_error_or_end();
    return __VERIFIER_nondet_double();
  }
  for (int i = 0; i < (int)y; i++) result *= x;
  if (result > 9007199254740992.0 || result < -9007199254740992.0) {
    __fs_error_or_end();
    return __VERIFIER_nondet_double();
  }
  return result;
}

void (*__fs_handlers[32])(void); int __fs_n_handlers; int atexit(void (*handler)(void)) {
  if (__fs_n_handlers == 32) return -1;
  __fs_handlers[__fs_n_handlers] = handler;
  __fs_n_handlers++;
  return 0;
}
void __fs_run_handlers(void) {
  while (__fs_n_handlers > 0) {
    __fs_n_handlers--;
    __fs_handlers[__fs_n_handlers]();
  }
}

int setjmp(void *environment) {
  return 0;
}

int _setjmp(void *environment) {
  return 0;
}

int sigsetjmp(void *environment, int saves) {
  return 0;
}

int __sigsetjmp(void *environment, int saves) {
  return 0;
}
