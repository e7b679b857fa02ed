int abs(int x) {
  return x < 0 ? -x : x;
}

long labs(long x) {
  return x < 0 ? -x : x;
}

long long llabs(long long x) {
  return x < 0 ? -x : x;
}

int atoi(const char *s) {
  int value = 0, negative = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  if (*s == '-' || *s == '+') negative = *s++ == '-';
  while (*s >= '0' && *s <= '9') value = value * 10 + (*s++ - '0');
  return negative ? -value : value;
}

long atol(const char *s) {
  long value = 0;
  int negative = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  if (*s == '-' || *s == '+') negative = *s++ == '-';
  while (*s >= '0' && *s <= '9') value = value * 10 + (*s++ - '0');
  return negative ? -value : value;
}

long strtol(const char *s, char **end, int base) {
  long value = 0;
  int negative = 0;
  while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++;
  if (*s == '-' || *s == '+') negative = *s++ == '-';
  if ((base == 0 || base == 16) && *s == '0' && (s[1] == 'x' || s[1] == 'X')) { s += 2; base = 16; }
  if (base == 0) base = *s == '0' ? 8 : 10;
  for (;;) {
    int digit;
    if (*s >= '0' && *s <= '9') digit = *s - '0';
    else if (*s >= 'a' && *s <= 'z') digit = *s - 'a' + 10;
    else if (*s >= 'A' && *s <= 'Z') digit = *s - 'A' + 10;
    else break;
    if (digit >= base) break;
    value = value * base + digit;
    s++;
  }
  if (end) *end = (char *)s;
  return negative ? -value : value;
}

int __builtin_popcount(unsigned x) {
  int n = 0;
  for (; x; x &= x - 1) n++;
  return n;
}

int popcount(unsigned x) {
  int n = 0;
  for (; x; x &= x - 1) n++;
  return n;
}

int clz(unsigned x) {
  int n = 0;
  for (; !(x >> 31) && n < 32; x <<= 1) n++;
  return n;
}

int ctz(unsigned x) {
  int n = 0;
  for (; !(x & 1) && n < 32; x >>= 1) n++;
  return n;
}

unsigned short bswap16(unsigned short x) {
  return x << 8 | x >> 8;
}

unsigned bswap32(unsigned x) {
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

void qsort(void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size, int (*compare)(const void *, const void *)) {
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
  if (x != (long long)x || y != (int)y || y < 0 || y > 64) return __VERIFIER_nondet_double();
  for (int i = 0; i < (int)y; i++) result *= x;
  if (result > 9007199254740992.0 || result < -9007199254740992.0) return __VERIFIER_nondet_double();
  return result;
}

double __VERIFIER_nondet_double(void); long double powl(long double x, long double y) {
  long double result = 1;
  if (x != (long long)x || y != (int)y || y < 0 || y > 64) return __VERIFIER_nondet_double();
  for (int i = 0; i < (int)y; i++) result *= x;
  if (result > 9007199254740992.0 || result < -9007199254740992.0) return __VERIFIER_nondet_double();
  return result;
}
