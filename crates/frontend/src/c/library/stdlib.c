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

void __fs_printed(const char *); char *__fs_outside_variable(const char *name) {
  __fs_printed(name);
  if (!__fs_any(0, 1)) return 0;
  const __SIZE_TYPE__ longest = __fs_longest_text();
  char *text = __fs_object(longest + 1);
  if (longest > 63 && (__fs_is_longest() || __fs_any(0, 1))) {
    for (__SIZE_TYPE__ i = 0; i < longest; i++) text[i] = 'A';
    text[longest] = 0;
  } else {
    __fs_forget(text, 64);
    text[63] = 0;
  }
  return text;
}

struct __fs_variable {
  struct __fs_variable *next;
  const char *name;
  char *text;
}; struct __fs_variable **__fs_variables(void) {
  static struct __fs_variable *first;
  return &first;
}

int *__fs_is_environment_cleared(void) {
  static int is_cleared;
  return &is_cleared;
}

struct __fs_variable {
  struct __fs_variable *next;
  const char *name;
  char *text;
}; struct __fs_variable **__fs_variables(void); struct __fs_variable *__fs_find_variable(const char *name, __SIZE_TYPE__ length) {
  for (struct __fs_variable *it = *__fs_variables(); it; it = it->next) {
    __SIZE_TYPE__ i = 0;
    while (i < length && it->name[i] == name[i]) i++;
    if (i == length && (it->name[i] == 0 || it->name[i] == '=')) return it;
  }
  return 0;
}

struct __fs_variable {
  struct __fs_variable *next;
  const char *name;
  char *text;
}; struct __fs_variable **__fs_variables(void); struct __fs_variable *__fs_find_variable(const char *, __SIZE_TYPE__); void __fs_set_variable(const char *name, __SIZE_TYPE__ length, char *text) {
  struct __fs_variable *found = __fs_find_variable(name, length);
  if (!found) {
    found = __fs_object(sizeof(struct __fs_variable));
    char *copy = __fs_object(length + 1);
    for (__SIZE_TYPE__ i = 0; i < length; i++) copy[i] = name[i];
    copy[length] = 0;
    found->name = copy;
    found->next = *__fs_variables();
    *__fs_variables() = found;
  }
  found->text = text;
}

struct __fs_variable {
  struct __fs_variable *next;
  const char *name;
  char *text;
}; __SIZE_TYPE__ __fs_length(const char *); struct __fs_variable *__fs_find_variable(const char *, __SIZE_TYPE__); void __fs_set_variable(const char *, __SIZE_TYPE__, char *); int *__fs_is_environment_cleared(void); char *__fs_outside_variable(const char *); char *getenv(const char *name) {
  const __SIZE_TYPE__ length = __fs_length(name);
  struct __fs_variable *found = __fs_find_variable(name, length);
  if (found) return found->text;
  if (*__fs_is_environment_cleared()) return 0;
  char *text = __fs_outside_variable(name);
  __fs_set_variable(name, length, text);
  return text;
}

void __fs_printed(const char *); int system(const char *command) {
  if (command) __fs_printed(command);
  return __fs_any_or_end(-2147483647 - 1, 2147483647);
}

int unsetenv(const char *); void __fs_set_variable(const char *, __SIZE_TYPE__, char *); int putenv(char *text) {
  __SIZE_TYPE__ length = 0;
  while (text[length] && text[length] != '=') length++;
  if (!text[length]) {
    unsetenv(text);
    return 0;
  }
  __fs_set_variable(text, length, text + length + 1);
  return 0;
}

__SIZE_TYPE__ __fs_length(const char *); char *getenv(const char *); void __fs_set_variable(const char *, __SIZE_TYPE__, char *); int setenv(const char *name, const char *text, int replaces) {
  __SIZE_TYPE__ length = 0;
  while (name && name[length] && name[length] != '=') length++;
  if (length == 0 || name[length]) {
    __fs_error(22);
    return -1;
  }
  const __SIZE_TYPE__ size = __fs_length(text);
  if (!replaces && getenv(name)) return 0;
  char *copy = __fs_object(size + 1);
  for (__SIZE_TYPE__ i = 0; i < size; i++) copy[i] = text[i];
  copy[size] = 0;
  __fs_set_variable(name, length, copy);
  return 0;
}

void *malloc(__SIZE_TYPE__); void *aligned_alloc(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size) {
  if ((alignment == 0 || (alignment & (alignment - 1))) && __fs_any(0, 1)) {
    __fs_error(22);
    return 0;
  }
  if (alignment > ~(__SIZE_TYPE__)0 / 2 + 1) {
    __fs_error(22);
    return 0;
  }
  return malloc(size);
}

void *malloc(__SIZE_TYPE__); void *memalign(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size) {
  if (alignment > ~(__SIZE_TYPE__)0 / 2 + 1) {
    __fs_error(22);
    return 0;
  }
  return malloc(size);
}

void *malloc(__SIZE_TYPE__); int posix_memalign(void **result, __SIZE_TYPE__ alignment, __SIZE_TYPE__ size) {
  if (alignment == 0 || alignment % sizeof(void *) || (alignment & (alignment - 1))) return 22;
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

struct __fs_at_exit {
  void (*handler)(void);
  struct __fs_at_exit *next;
}; struct __fs_at_exit *__fs_handlers; int atexit(void (*handler)(void)) {
  struct __fs_at_exit *first = __fs_object(sizeof(struct __fs_at_exit));
  first->handler = handler;
  first->next = __fs_handlers;
  __fs_handlers = first;
  return 0;
}
void __fs_run_handlers(void) {
  while (__fs_handlers) {
    struct __fs_at_exit *first = __fs_handlers;
    __fs_handlers = first->next;
    first->handler();
  }
}

struct __fs_at_exit {
  void (*handler)(void);
  struct __fs_at_exit *next;
}; struct __fs_at_exit **__fs_quick_handlers(void) {
  static struct __fs_at_exit *handlers;
  return &handlers;
}

struct __fs_at_exit {
  void (*handler)(void);
  struct __fs_at_exit *next;
}; struct __fs_at_exit **__fs_quick_handlers(void); int at_quick_exit(void (*handler)(void)) {
  struct __fs_at_exit *first = __fs_object(sizeof(struct __fs_at_exit)), **handlers = __fs_quick_handlers();
  first->handler = handler;
  first->next = *handlers;
  *handlers = first;
  return 0;
}

struct __fs_at_exit {
  void (*handler)(void);
  struct __fs_at_exit *next;
}; struct __fs_at_exit **__fs_quick_handlers(void); void _Exit(int); void quick_exit(int status) {
  struct __fs_at_exit **handlers = __fs_quick_handlers();
  while (*handlers) {
    struct __fs_at_exit *first = *handlers;
    *handlers = first->next;
    first->handler();
  }
  _Exit(status);
}

int setjmp(void *environment) {
  unsigned long *place = environment;
  place[0] = __fs_activation();
  place[1] = __fs_landing();
  return 0;
}

int _setjmp(void *environment) {
  unsigned long *place = environment;
  place[0] = __fs_activation();
  place[1] = __fs_landing();
  return 0;
}

unsigned long long *__fs_signal_state(void); int sigsetjmp(void *environment, int saves) {
  unsigned long *place = environment;
  place[2] = saves != 0;
  if (saves) {
    place[3] = __fs_signal_state()[0];
    place[4] = __fs_signal_state()[0] >> 32;
  }
  place[0] = __fs_activation();
  place[1] = __fs_landing();
  return 0;
}

unsigned long long *__fs_signal_state(void); int __sigsetjmp(void *environment, int saves) {
  unsigned long *place = environment;
  place[2] = saves != 0;
  if (saves) {
    place[3] = __fs_signal_state()[0];
    place[4] = __fs_signal_state()[0] >> 32;
  }
  place[0] = __fs_activation();
  place[1] = __fs_landing();
  return 0;
}

void longjmp(void *environment, int value) {
  unsigned long *place = environment;
  __fs_jump(place[0], place[1], value ? value : 1);
}

void _longjmp(void *environment, int value) {
  unsigned long *place = environment;
  __fs_jump(place[0], place[1], value ? value : 1);
}

unsigned long long *__fs_signal_state(void); void __fs_deliver(void); void siglongjmp(void *environment, int value) {
  unsigned long *place = environment;
  if (place[2]) {
    __fs_signal_state()[0] = place[3] | (unsigned long long)place[4] << 32;
    __fs_deliver();
  }
  __fs_jump(place[0], place[1], value ? value : 1);
}

struct __fs_div {
  int quot, rem;
}; struct __fs_div div(int x, int y) {
  struct __fs_div result;
  __fs_require(y != 0, "division by zero");
  __fs_fits(x == 0 || x != -x || y != -1);
  result.quot = y == -1 ? (int)(0 - (unsigned int)x) : x / y;
  result.rem = y == -1 ? 0 : x % y;
  return result;
}

struct __fs_ldiv {
  long quot, rem;
}; struct __fs_ldiv ldiv(long x, long y) {
  struct __fs_ldiv result;
  __fs_require(y != 0, "division by zero");
  __fs_fits(x == 0 || x != -x || y != -1);
  result.quot = y == -1 ? (long)(0 - (unsigned long)x) : x / y;
  result.rem = y == -1 ? 0 : x % y;
  return result;
}

struct __fs_lldiv {
  long long quot, rem;
}; struct __fs_lldiv lldiv(long long x, long long y) {
  struct __fs_lldiv result;
  __fs_require(y != 0, "division by zero");
  __fs_fits(x == 0 || x != -x || y != -1);
  result.quot = y == -1 ? (long long)(0 - (unsigned long long)x) : x / y;
  result.rem = y == -1 ? 0 : x % y;
  return result;
}

struct __fs_imaxdiv {
  long long quot, rem;
}; struct __fs_imaxdiv imaxdiv(long long x, long long y) {
  struct __fs_imaxdiv result;
  __fs_require(y != 0, "division by zero");
  __fs_fits(x == 0 || x != -x || y != -1);
  result.quot = y == -1 ? (long long)(0 - (unsigned long long)x) : x / y;
  result.rem = y == -1 ? 0 : x % y;
  return result;
}

long long imaxabs(long long x) {
  __fs_fits(x == 0 || x != -x);
  return x < 0 ? -x : x;
}

long long strtoll(const char *, char **, int); long long strtoimax(const char *s, char **end, int base) {
  return strtoll(s, end, base);
}

unsigned long long strtoull(const char *, char **, int); unsigned long long strtoumax(const char *s, char **end, int base) {
  return strtoull(s, end, base);
}

long strtol(const char *, char **, int); long __isoc23_strtol(const char *s, char **end, int base) {
  return strtol(s, end, base);
}

unsigned long strtoul(const char *, char **, int); unsigned long __isoc23_strtoul(const char *s, char **end, int base) {
  return strtoul(s, end, base);
}

long long strtoll(const char *, char **, int); long long __isoc23_strtoll(const char *s, char **end, int base) {
  return strtoll(s, end, base);
}

unsigned long long strtoull(const char *, char **, int); unsigned long long __isoc23_strtoull(const char *s, char **end, int base) {
  return strtoull(s, end, base);
}

char *getenv(const char *); char *secure_getenv(const char *name) {
  return getenv(name);
}

void __fs_set_variable(const char *, __SIZE_TYPE__, char *); int unsetenv(const char *name) {
  __SIZE_TYPE__ length = 0;
  while (name && name[length] && name[length] != '=') length++;
  if (length == 0 || name[length]) {
    __fs_error(22);
    return -1;
  }
  __fs_set_variable(name, length, 0);
  return 0;
}

struct __fs_variable {
  struct __fs_variable *next;
  const char *name;
  char *text;
}; struct __fs_variable **__fs_variables(void); int *__fs_is_environment_cleared(void); int clearenv(void) {
  *__fs_variables() = 0;
  *__fs_is_environment_cleared() = 1;
  return 0;
}

int rand_r(unsigned int *seed) {
  unsigned int next = *seed;
  int result;
  next = next * 1103515245 + 12345;
  result = (unsigned int)(next / 65536) % 2048;
  next = next * 1103515245 + 12345;
  result <<= 10;
  result ^= (unsigned int)(next / 65536) % 1024;
  next = next * 1103515245 + 12345;
  result <<= 10;
  result ^= (unsigned int)(next / 65536) % 1024;
  *seed = next;
  return result;
}

unsigned long long __fs_drand_state; unsigned long long __fs_drand_next(void) {
  __fs_drand_state = (__fs_drand_state * 0x5deece66d + 0xb) & 0xffffffffffff;
  return __fs_drand_state;
}
void __fs_drand_seed(unsigned long long seed) {
  __fs_drand_state = seed;
}

unsigned long long __fs_drand_next(void); double drand48(void) {
  return (double)__fs_drand_next() / 281474976710656.0;
}

unsigned long long __fs_drand_next(void); long lrand48(void) {
  return (long)(__fs_drand_next() >> 17);
}

unsigned long long __fs_drand_next(void); long mrand48(void) {
  return (int)(unsigned int)(__fs_drand_next() >> 16);
}

void __fs_drand_seed(unsigned long long); unsigned long long __fs_drand_next(void); void srand48(long seed) {
  __fs_drand_next();
  __fs_drand_seed((unsigned long long)(unsigned int)seed << 16 | 0x330e);
}

double erand48(unsigned short *state) {
  unsigned long long x = (unsigned long long)state[2] << 32 | (unsigned long long)state[1] << 16 | state[0];
  x = (x * 0x5deece66d + 0xb) & 0xffffffffffff;
  state[0] = x & 0xffff;
  state[1] = x >> 16 & 0xffff;
  state[2] = x >> 32 & 0xffff;
  return (double)x / 281474976710656.0;
}

long nrand48(unsigned short *state) {
  unsigned long long x = (unsigned long long)state[2] << 32 | (unsigned long long)state[1] << 16 | state[0];
  x = (x * 0x5deece66d + 0xb) & 0xffffffffffff;
  state[0] = x & 0xffff;
  state[1] = x >> 16 & 0xffff;
  state[2] = x >> 32 & 0xffff;
  return (long)(x >> 17);
}

long jrand48(unsigned short *state) {
  unsigned long long x = (unsigned long long)state[2] << 32 | (unsigned long long)state[1] << 16 | state[0];
  x = (x * 0x5deece66d + 0xb) & 0xffffffffffff;
  state[0] = x & 0xffff;
  state[1] = x >> 16 & 0xffff;
  state[2] = x >> 32 & 0xffff;
  return (int)(unsigned int)(x >> 16);
}

__SIZE_TYPE__ __fs_length(const char *); int __fs_descriptor(int, int); int mkstemp(char *template) {
  __SIZE_TYPE__ n = __fs_length(template);
  __SIZE_TYPE__ known = 0;
  while (known < 6 && known < n && template[n - 1 - known] == 'X') known++;
  if (known < 6) {
    __fs_error(22);
    return -1;
  }
  __fs_writable(template + n - 6, 6);
  for (__SIZE_TYPE__ i = n - 6; i < n; i++) template[i] = __fs_any('0', 'z');
  return __fs_descriptor(__fs_any_or_error(-1, 2147483647), 1);
}

__SIZE_TYPE__ __fs_length(const char *); char *mkdtemp(char *template) {
  __SIZE_TYPE__ n = __fs_length(template);
  if (n < 6) {
    __fs_error(22);
    return 0;
  }
  __fs_writable(template + n - 6, 6);
  for (__SIZE_TYPE__ i = n - 6; i < n; i++) template[i] = __fs_any('0', 'z');
  if (__fs_any(0, 1)) return template;
  __fs_error();
  return 0;
}

__SIZE_TYPE__ __fs_length(const char *); char *mktemp(char *template) {
  __SIZE_TYPE__ n = __fs_length(template);
  if (n < 6) {
    __fs_error(22);
    return template;
  }
  __fs_writable(template + n - 6, 6);
  for (__SIZE_TYPE__ i = n - 6; i < n; i++) template[i] = __fs_any('0', 'z');
  if (!__fs_any(0, 1)) template[0] = 0;
  return template;
}

__SIZE_TYPE__ __fs_text_length(__SIZE_TYPE__, __SIZE_TYPE__); void __fs_text(char *, __SIZE_TYPE__, __SIZE_TYPE__); void __fs_printed(const char *); void *malloc(__SIZE_TYPE__); char *realpath(const char *name, char *target) {
  __fs_printed(name);
  if (!__fs_any(0, 1)) {
    __fs_error();
    return 0;
  }
  if (target) __fs_writable(target, 4096);
  else target = malloc(4096);
  if (!target) return 0;
  __SIZE_TYPE__ n = __fs_text_length(1, 4095);
  __fs_text(target, n, 4095);
  target[0] = '/';
  target[n] = 0;
  return target;
}

int getloadavg(double *loads, int n) {
  int found = __fs_any(-1, n < 3 ? n : 3);
  for (int i = 0; i < found; i++) loads[i] = __fs_any(0, 1000);
  return found;
}

int mblen(const char *s, __SIZE_TYPE__ n) {
  if (!s) return 0;
  if (n == 0) return -1;
  if ((unsigned char)*s > 127) {
    __fs_error(84);
    return -1;
  }
  return *s != 0;
}

int mbtowc(__WCHAR_TYPE__ *target, const char *s, __SIZE_TYPE__ n) {
  if (!s) return 0;
  if (n == 0) return -1;
  if ((unsigned char)*s > 127) {
    __fs_error(84);
    return -1;
  }
  if (target) *target = *s;
  return *s != 0;
}

int wctomb(char *target, __WCHAR_TYPE__ c) {
  if (!target) return 0;
  if (c < 0 || c > 127) {
    __fs_error(84);
    return -1;
  }
  *target = c;
  return 1;
}

__SIZE_TYPE__ mbstowcs(__WCHAR_TYPE__ *target, const char *s, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ i = 0;
  for (; !target || i < n; i++) {
    if ((unsigned char)s[i] > 127) {
      __fs_error(84);
      return -1;
    }
    if (target) target[i] = s[i];
    if (!s[i]) return i;
  }
  return i;
}

__SIZE_TYPE__ wcstombs(char *target, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ i = 0;
  for (; !target || i < n; i++) {
    if (s[i] < 0 || s[i] > 127) {
      __fs_error(84);
      return -1;
    }
    if (target) target[i] = s[i];
    if (!s[i]) return i;
  }
  return i;
}

void qsort_r(void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size, int (*compare)(const void *, const void *, void *), void *argument) {
  __fs_writable(base, n * size);
  char *a = base;
  for (__SIZE_TYPE__ i = 1; i < n; i++)
    for (__SIZE_TYPE__ j = i; j > 0 && compare(a + (j - 1) * size, a + j * size, argument) > 0; j--)
      for (__SIZE_TYPE__ k = 0; k < size; k++) {
        char moved = a[j * size + k];
        a[j * size + k] = a[(j - 1) * size + k];
        a[(j - 1) * size + k] = moved;
      }
}

long a64l(const char *s) {
  unsigned int value = 0;
  for (int i = 0; i < 6 && s[i]; i++) {
    unsigned int digit;
    if (s[i] == '.' || s[i] == '/') digit = s[i] - '.';
    else if (s[i] >= '0' && s[i] <= '9') digit = s[i] - '0' + 2;
    else if (s[i] >= 'A' && s[i] <= 'Z') digit = s[i] - 'A' + 12;
    else if (s[i] >= 'a' && s[i] <= 'z') digit = s[i] - 'a' + 38;
    else break;
    value |= digit << 6 * i;
  }
  return (long)value;
}
