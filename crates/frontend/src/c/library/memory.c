void *memcpy(void *target, const void *source, __SIZE_TYPE__ n) {
  __fs_readable(source, n);
  __fs_writable(target, n);
  __fs_disjoint(target, n, source, n);
  char *to = target;
  const char *from = source;
  for (__SIZE_TYPE__ i = 0; i < n; i++) to[i] = from[i];
  return target;
}

void *mempcpy(void *target, const void *source, __SIZE_TYPE__ n) {
  __fs_readable(source, n);
  __fs_writable(target, n);
  __fs_disjoint(target, n, source, n);
  char *to = target;
  const char *from = source;
  for (__SIZE_TYPE__ i = 0; i < n; i++) to[i] = from[i];
  return to + n;
}

void *memmove(void *target, const void *source, __SIZE_TYPE__ n) {
  __fs_readable(source, n);
  __fs_writable(target, n);
  char *to = target;
  const char *from = source;
  if (to <= from)
    for (__SIZE_TYPE__ i = 0; i < n; i++) to[i] = from[i];
  else
    for (__SIZE_TYPE__ i = n; i > 0; i--) to[i - 1] = from[i - 1];
  return target;
}

void bcopy(const void *source, void *target, __SIZE_TYPE__ n) {
  __fs_readable(source, n);
  __fs_writable(target, n);
  char *to = target;
  const char *from = source;
  if (to <= from)
    for (__SIZE_TYPE__ i = 0; i < n; i++) to[i] = from[i];
  else
    for (__SIZE_TYPE__ i = n; i > 0; i--) to[i - 1] = from[i - 1];
}

void *memccpy(void *target, const void *source, int c, __SIZE_TYPE__ n) {
  char *to = target;
  const char *from = source;
  for (__SIZE_TYPE__ i = 0; i < n; i++) {
    to[i] = from[i];
    if ((unsigned char)from[i] == (unsigned char)c) return to + i + 1;
  }
  return 0;
}

void *memset(void *target, int value, __SIZE_TYPE__ n) {
  __fs_writable(target, n);
  char *to = target;
  for (__SIZE_TYPE__ i = 0; i < n; i++) to[i] = (char)value;
  return target;
}

void bzero(void *target, __SIZE_TYPE__ n) {
  __fs_writable(target, n);
  char *to = target;
  for (__SIZE_TYPE__ i = 0; i < n; i++) to[i] = 0;
}

void explicit_bzero(void *target, __SIZE_TYPE__ n) {
  __fs_writable(target, n);
  char *to = target;
  for (__SIZE_TYPE__ i = 0; i < n; i++) to[i] = 0;
}

int memcmp(const void *left, const void *right, __SIZE_TYPE__ n) {
  __fs_readable(left, n);
  __fs_readable(right, n);
  const unsigned char *a = left;
  const unsigned char *b = right;
  for (__SIZE_TYPE__ i = 0; i < n; i++)
    if (a[i] != b[i]) return __fs_sign(a[i] - b[i]);
  return 0;
}

int bcmp(const void *left, const void *right, __SIZE_TYPE__ n) {
  __fs_readable(left, n);
  __fs_readable(right, n);
  const unsigned char *a = left;
  const unsigned char *b = right;
  for (__SIZE_TYPE__ i = 0; i < n; i++)
    if (a[i] != b[i]) return __fs_sign(a[i] - b[i]);
  return 0;
}

void *memchr(const void *s, int c, __SIZE_TYPE__ n) {
  const unsigned char *p = s;
  for (__SIZE_TYPE__ i = 0; i < n; i++)
    if (p[i] == (unsigned char)c) return (void *)(p + i);
  return 0;
}

void *memrchr(const void *s, int c, __SIZE_TYPE__ n) {
  const unsigned char *p = s;
  for (__SIZE_TYPE__ i = n; i > 0; i--)
    if (p[i - 1] == (unsigned char)c) return (void *)(p + i - 1);
  return 0;
}

__WCHAR_TYPE__ *wmemcpy(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *source, __SIZE_TYPE__ n) {
  __fs_readable(source, n * sizeof(__WCHAR_TYPE__));
  __fs_writable(target, n * sizeof(__WCHAR_TYPE__));
  __fs_disjoint(target, n * sizeof(__WCHAR_TYPE__), source, n * sizeof(__WCHAR_TYPE__));
  for (__SIZE_TYPE__ i = 0; i < n; i++) target[i] = source[i];
  return target;
}

__WCHAR_TYPE__ *wmempcpy(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *source, __SIZE_TYPE__ n) {
  __fs_readable(source, n * sizeof(__WCHAR_TYPE__));
  __fs_writable(target, n * sizeof(__WCHAR_TYPE__));
  __fs_disjoint(target, n * sizeof(__WCHAR_TYPE__), source, n * sizeof(__WCHAR_TYPE__));
  for (__SIZE_TYPE__ i = 0; i < n; i++) target[i] = source[i];
  return target + n;
}

__WCHAR_TYPE__ *wmemmove(__WCHAR_TYPE__ *target, const __WCHAR_TYPE__ *source, __SIZE_TYPE__ n) {
  __fs_readable(source, n * sizeof(__WCHAR_TYPE__));
  __fs_writable(target, n * sizeof(__WCHAR_TYPE__));
  if (target <= source)
    for (__SIZE_TYPE__ i = 0; i < n; i++) target[i] = source[i];
  else
    for (__SIZE_TYPE__ i = n; i > 0; i--) target[i - 1] = source[i - 1];
  return target;
}

__WCHAR_TYPE__ *wmemset(__WCHAR_TYPE__ *target, __WCHAR_TYPE__ value, __SIZE_TYPE__ n) {
  __fs_writable(target, n * sizeof(__WCHAR_TYPE__));
  for (__SIZE_TYPE__ i = 0; i < n; i++) target[i] = value;
  return target;
}

int wmemcmp(const __WCHAR_TYPE__ *left, const __WCHAR_TYPE__ *right, __SIZE_TYPE__ n) {
  __fs_readable(left, n * sizeof(__WCHAR_TYPE__));
  __fs_readable(right, n * sizeof(__WCHAR_TYPE__));
  for (__SIZE_TYPE__ i = 0; i < n; i++)
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  return 0;
}

__WCHAR_TYPE__ *wmemchr(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ c, __SIZE_TYPE__ n) {
  for (__SIZE_TYPE__ i = 0; i < n; i++)
    if (s[i] == c) return (__WCHAR_TYPE__ *)(s + i);
  return 0;
}

void *memcpy(void *, const void *, __SIZE_TYPE__); void *__memcpy_chk(void *target, const void *source, __SIZE_TYPE__ n, __SIZE_TYPE__ room) {
  __fs_require(n <= room, "more is written than there is room for");
  return memcpy(target, source, n);
}

void *memmove(void *, const void *, __SIZE_TYPE__); void *__memmove_chk(void *target, const void *source, __SIZE_TYPE__ n, __SIZE_TYPE__ room) {
  __fs_require(n <= room, "more is written than there is room for");
  return memmove(target, source, n);
}

void *mempcpy(void *, const void *, __SIZE_TYPE__); void *__mempcpy_chk(void *target, const void *source, __SIZE_TYPE__ n, __SIZE_TYPE__ room) {
  __fs_require(n <= room, "more is written than there is room for");
  return mempcpy(target, source, n);
}

void *memset(void *, int, __SIZE_TYPE__); void *__memset_chk(void *target, int value, __SIZE_TYPE__ n, __SIZE_TYPE__ room) {
  __fs_require(n <= room, "more is written than there is room for");
  return memset(target, value, n);
}

void *memset(void *, int, __SIZE_TYPE__); void __explicit_bzero_chk(void *target, __SIZE_TYPE__ n, __SIZE_TYPE__ room) {
  __fs_require(n <= room, "more is written than there is room for");
  memset(target, 0, n);
}

char *strcpy(char *, const char *); char *__strcpy_chk(char *target, const char *source, __SIZE_TYPE__ room) {
  return strcpy(target, source);
}

char *stpcpy(char *, const char *); char *__stpcpy_chk(char *target, const char *source, __SIZE_TYPE__ room) {
  return stpcpy(target, source);
}

char *strcat(char *, const char *); char *__strcat_chk(char *target, const char *source, __SIZE_TYPE__ room) {
  return strcat(target, source);
}

char *strncpy(char *, const char *, __SIZE_TYPE__); char *__strncpy_chk(char *target, const char *source, __SIZE_TYPE__ n, __SIZE_TYPE__ room) {
  __fs_require(n <= room, "more is written than there is room for");
  return strncpy(target, source, n);
}

char *stpncpy(char *, const char *, __SIZE_TYPE__); char *__stpncpy_chk(char *target, const char *source, __SIZE_TYPE__ n, __SIZE_TYPE__ room) {
  __fs_require(n <= room, "more is written than there is room for");
  return stpncpy(target, source, n);
}

char *strncat(char *, const char *, __SIZE_TYPE__); char *__strncat_chk(char *target, const char *source, __SIZE_TYPE__ n, __SIZE_TYPE__ room) {
  return strncat(target, source, n);
}

void *rawmemchr(const void *, int); void *__rawmemchr(const void *s, int c) {
  return rawmemchr(s, c);
}
