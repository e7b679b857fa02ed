__SIZE_TYPE__ strlen(const char *s) {
  __SIZE_TYPE__ n = 0;
  while (s[n]) n++;
  return n;
}

__SIZE_TYPE__ strnlen(const char *s, __SIZE_TYPE__ limit) {
  __SIZE_TYPE__ n = 0;
  while (n < limit && s[n]) n++;
  return n;
}

char *strcpy(char *target, const char *source) {
  __SIZE_TYPE__ i = 0;
  while ((target[i] = source[i])) i++;
  return target;
}

char *stpcpy(char *target, const char *source) {
  while ((*target = *source)) { target++; source++; }
  return target;
}

char *strncpy(char *target, const char *source, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ i = 0;
  for (; i < n && source[i]; i++) target[i] = source[i];
  for (; i < n; i++) target[i] = 0;
  return target;
}

char *strcat(char *target, const char *source) {
  __SIZE_TYPE__ n = 0, i = 0;
  while (target[n]) n++;
  while ((target[n + i] = source[i])) i++;
  return target;
}

char *strncat(char *target, const char *source, __SIZE_TYPE__ limit) {
  __SIZE_TYPE__ n = 0, i = 0;
  while (target[n]) n++;
  for (; i < limit && source[i]; i++) target[n + i] = source[i];
  target[n + i] = 0;
  return target;
}

int strcmp(const char *left, const char *right) {
  __SIZE_TYPE__ i = 0;
  while (left[i] && left[i] == right[i]) i++;
  return (unsigned char)left[i] - (unsigned char)right[i];
}

int strncmp(const char *left, const char *right, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ i = 0;
  while (i < n && left[i] && left[i] == right[i]) i++;
  return i == n ? 0 : (unsigned char)left[i] - (unsigned char)right[i];
}

int strcasecmp(const char *left, const char *right) {
  for (__SIZE_TYPE__ i = 0;; i++) {
    int a = (unsigned char)left[i], b = (unsigned char)right[i];
    if (a >= 'A' && a <= 'Z') a += 'a' - 'A';
    if (b >= 'A' && b <= 'Z') b += 'a' - 'A';
    if (a != b || !a) return a - b;
  }
}

char *strchr(const char *s, int c) {
  while (*s != (char)c) {
    if (!*s) return 0;
    s++;
  }
  return (char *)s;
}

char *strrchr(const char *s, int c) {
  char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = (char *)s;
    if (!*s) return found;
  }
}

char *strstr(const char *s, const char *part) {
  for (;; s++) {
    __SIZE_TYPE__ i = 0;
    while (part[i] && s[i] == part[i]) i++;
    if (!part[i]) return (char *)s;
    if (!*s) return 0;
  }
}

char *strpbrk(const char *s, const char *accept) {
  for (; *s; s++)
    for (__SIZE_TYPE__ i = 0; accept[i]; i++)
      if (*s == accept[i]) return (char *)s;
  return 0;
}

__SIZE_TYPE__ strspn(const char *s, const char *accept) {
  __SIZE_TYPE__ n = 0;
  for (; s[n]; n++) {
    __SIZE_TYPE__ i = 0;
    while (accept[i] && accept[i] != s[n]) i++;
    if (!accept[i]) return n;
  }
  return n;
}

__SIZE_TYPE__ strcspn(const char *s, const char *reject) {
  __SIZE_TYPE__ n = 0;
  for (; s[n]; n++)
    for (__SIZE_TYPE__ i = 0; reject[i]; i++)
      if (reject[i] == s[n]) return n;
  return n;
}

void *malloc(__SIZE_TYPE__); char *strdup(const char *s) {
  __SIZE_TYPE__ n = 0;
  while (s[n]) n++;
  char *copy = malloc(n + 1);
  for (__SIZE_TYPE__ i = 0; i <= n; i++) copy[i] = s[i];
  return copy;
}

void *memcpy(void *target, const void *source, __SIZE_TYPE__ n) {
  __fs_readable(source, n);
  __fs_writable(target, n);
  __fs_disjoint(target, source, n);
  char *to = target;
  const char *from = source;
  for (__SIZE_TYPE__ i = 0; i < n; i++) to[i] = from[i];
  return target;
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

void *memset(void *target, int value, __SIZE_TYPE__ n) {
  __fs_writable(target, n);
  char *to = target;
  for (__SIZE_TYPE__ i = 0; i < n; i++) to[i] = (char)value;
  return target;
}

int memcmp(const void *left, const void *right, __SIZE_TYPE__ n) {
  __fs_readable(left, n);
  __fs_readable(right, n);
  const unsigned char *a = left;
  const unsigned char *b = right;
  for (__SIZE_TYPE__ i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}

void *memchr(const void *s, int c, __SIZE_TYPE__ n) {
  const unsigned char *p = s;
  for (__SIZE_TYPE__ i = 0; i < n; i++)
    if (p[i] == (unsigned char)c) return (void *)(p + i);
  return 0;
}

char *strtok(char *s, const char *separators) {
  static char *rest;
  char *at = s ? s : rest;
  if (!at) return 0;
  for (;; at++) {
    __SIZE_TYPE__ i = 0;
    while (separators[i] && separators[i] != *at) i++;
    if (!separators[i]) break;
  }
  if (!*at) {
    rest = 0;
    return 0;
  }
  char *start = at;
  for (; *at; at++)
    for (__SIZE_TYPE__ i = 0; separators[i]; i++)
      if (separators[i] == *at) {
        *at = 0;
        rest = at + 1;
        return start;
      }
  rest = 0;
  return start;
}
