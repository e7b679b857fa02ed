__SIZE_TYPE__ __fs_length(const char *s) {
  __SIZE_TYPE__ n = 0;
  while (s[n]) n++;
  return n;
}

__SIZE_TYPE__ __fs_length_within(const char *s, __SIZE_TYPE__ limit) {
  __SIZE_TYPE__ n = 0;
  while (n < limit && s[n]) n++;
  return n;
}

__SIZE_TYPE__ __fs_length(const char *); void __fs_printed(const char *s) {
  if (!__fs_is_literal(s)) __fs_length(s);
}

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

__SIZE_TYPE__ __fs_length(const char *); char *strcpy(char *target, const char *source) {
  __SIZE_TYPE__ n = __fs_length(source) + 1;
  __fs_writable(target, n * sizeof(char));
  __fs_disjoint(target, n * sizeof(char), source, n * sizeof(char));
  for (__SIZE_TYPE__ i = 0; i < n; i++) target[i] = source[i];
  return target;
}

__SIZE_TYPE__ __fs_length(const char *); char *stpcpy(char *target, const char *source) {
  __SIZE_TYPE__ n = __fs_length(source);
  __fs_writable(target, (n + 1) * sizeof(char));
  __fs_disjoint(target, (n + 1) * sizeof(char), source, (n + 1) * sizeof(char));
  for (__SIZE_TYPE__ i = 0; i <= n; i++) target[i] = source[i];
  return target + n;
}

__SIZE_TYPE__ __fs_length_within(const char *, __SIZE_TYPE__); char *strncpy(char *target, const char *source, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ length = __fs_length_within(source, n);
  __fs_writable(target, n * sizeof(char));
  __fs_disjoint(target, n * sizeof(char), source, (length < n ? length + 1 : n) * sizeof(char));
  __SIZE_TYPE__ i = 0;
  for (; i < length; i++) target[i] = source[i];
  for (; i < n; i++) target[i] = 0;
  return target;
}

__SIZE_TYPE__ __fs_length_within(const char *, __SIZE_TYPE__); char *stpncpy(char *target, const char *source, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ length = __fs_length_within(source, n);
  __fs_writable(target, n * sizeof(char));
  __fs_disjoint(target, n * sizeof(char), source, (length < n ? length + 1 : n) * sizeof(char));
  __SIZE_TYPE__ i = 0;
  for (; i < length; i++) target[i] = source[i];
  for (; i < n; i++) target[i] = 0;
  return target + length;
}

__SIZE_TYPE__ __fs_length_within(const char *, __SIZE_TYPE__); __SIZE_TYPE__ __fs_length(const char *); __SIZE_TYPE__ strlcpy(char *target, const char *source, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ length = __fs_length(source);
  if (n == 0) return length;
  __SIZE_TYPE__ copied = length < n ? length : n - 1;
  __fs_writable(target, (copied + 1) * sizeof(char));
  __fs_disjoint(target, (copied + 1) * sizeof(char), source, (length + 1) * sizeof(char));
  for (__SIZE_TYPE__ i = 0; i < copied; i++) target[i] = source[i];
  target[copied] = 0;
  return length;
}

__SIZE_TYPE__ __fs_length(const char *); char *strcat(char *target, const char *source) {
  __SIZE_TYPE__ start = __fs_length(target), n = __fs_length(source) + 1;
  __fs_writable(target + start, n * sizeof(char));
  __fs_disjoint(target, (start + n) * sizeof(char), source, n * sizeof(char));
  for (__SIZE_TYPE__ i = 0; i < n; i++) target[start + i] = source[i];
  return target;
}

__SIZE_TYPE__ __fs_length_within(const char *, __SIZE_TYPE__); __SIZE_TYPE__ __fs_length(const char *); char *strncat(char *target, const char *source, __SIZE_TYPE__ limit) {
  __SIZE_TYPE__ start = __fs_length(target), n = __fs_length_within(source, limit);
  __fs_writable(target + start, (n + 1) * sizeof(char));
  __fs_disjoint(target, (start + n + 1) * sizeof(char), source, (n < limit ? n + 1 : n) * sizeof(char));
  for (__SIZE_TYPE__ i = 0; i < n; i++) target[start + i] = source[i];
  target[start + n] = 0;
  return target;
}

int strcmp(const char *left, const char *right) {
  __SIZE_TYPE__ i = 0;
  while (left[i] && left[i] == right[i]) i++;
  unsigned char a = left[i], b = right[i];
  return __fs_sign(a - b);
}

int strcoll(const char *left, const char *right) {
  __SIZE_TYPE__ i = 0;
  while (left[i] && left[i] == right[i]) i++;
  unsigned char a = left[i], b = right[i];
  return __fs_sign(a - b);
}

int strncmp(const char *left, const char *right, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ i = 0;
  while (i < n && left[i] && left[i] == right[i]) i++;
  if (i == n) return 0;
  unsigned char a = left[i], b = right[i];
  return __fs_sign(a - b);
}

int wcscmp(const __WCHAR_TYPE__ *left, const __WCHAR_TYPE__ *right) {
  __SIZE_TYPE__ i = 0;
  while (left[i] && left[i] == right[i]) i++;
  return left[i] < right[i] ? -1 : left[i] > right[i];
}

int wcscoll(const __WCHAR_TYPE__ *left, const __WCHAR_TYPE__ *right) {
  __SIZE_TYPE__ i = 0;
  while (left[i] && left[i] == right[i]) i++;
  return __fs_sign(left[i] < right[i] ? -1 : left[i] > right[i]);
}

int wcsncmp(const __WCHAR_TYPE__ *left, const __WCHAR_TYPE__ *right, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ i = 0;
  while (i < n && left[i] && left[i] == right[i]) i++;
  if (i == n) return 0;
  return left[i] < right[i] ? -1 : left[i] > right[i];
}

int strcasecmp(const char *left, const char *right) {
  for (__SIZE_TYPE__ i = 0;; i++) {
    unsigned char a = left[i], b = right[i];
    if (a >= 'A' && a <= 'Z') a += 'a' - 'A';
    if (b >= 'A' && b <= 'Z') b += 'a' - 'A';
    if (a != b) return __fs_sign(a - b);
    if (!a) return 0;
  }
}

int strncasecmp(const char *left, const char *right, __SIZE_TYPE__ n) {
  for (__SIZE_TYPE__ i = 0; i < n; i++) {
    unsigned char a = left[i], b = right[i];
    if (a >= 'A' && a <= 'Z') a += 'a' - 'A';
    if (b >= 'A' && b <= 'Z') b += 'a' - 'A';
    if (a != b) return __fs_sign(a - b);
    if (!a) return 0;
  }
  return 0;
}

char *strchr(const char *s, int c) {
  while (*s != (char)c) {
    if (!*s) return 0;
    s++;
  }
  return (char *)s;
}

char *index(const char *s, int c) {
  while (*s != (char)c) {
    if (!*s) return 0;
    s++;
  }
  return (char *)s;
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

char *strrchr(const char *s, int c) {
  char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = (char *)s;
    if (!*s) return found;
  }
}

char *rindex(const char *s, int c) {
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

__SIZE_TYPE__ __fs_length(const char *); void *malloc(__SIZE_TYPE__); char *strdup(const char *s) {
  __SIZE_TYPE__ n = __fs_length(s);
  char *copy = malloc((n + 1) * sizeof(char));
  if (copy)
    for (__SIZE_TYPE__ i = 0; i <= n; i++) copy[i] = s[i];
  return copy;
}

__SIZE_TYPE__ __fs_length_within(const char *, __SIZE_TYPE__); void *malloc(__SIZE_TYPE__); char *strndup(const char *s, __SIZE_TYPE__ limit) {
  __SIZE_TYPE__ n = __fs_length_within(s, limit);
  char *copy = malloc((n + 1) * sizeof(char));
  if (copy) {
    for (__SIZE_TYPE__ i = 0; i < n; i++) copy[i] = s[i];
    copy[n] = 0;
  }
  return copy;
}

char *strtok_r(char *s, const char *separators, char **rest) {
  char *at = s ? s : *rest;
  if (!at) return 0;
  for (; *at; at++) {
    __SIZE_TYPE__ i = 0;
    while (separators[i] && separators[i] != *at) i++;
    if (!separators[i]) break;
  }
  if (!*at) {
    *rest = at;
    return 0;
  }
  char *start = at;
  for (; *at; at++)
    for (__SIZE_TYPE__ i = 0; separators[i]; i++)
      if (separators[i] == *at) {
        *at = 0;
        *rest = at + 1;
        return start;
      }
  *rest = at;
  return start;
}

char *strtok(char *s, const char *separators) {
  static char *rest;
  char *at = s ? s : rest;
  __fs_require(at != 0, "there is no string to go on with");
  if (!at) return 0;
  for (; *at; at++) {
    __SIZE_TYPE__ i = 0;
    while (separators[i] && separators[i] != *at) i++;
    if (!separators[i]) break;
  }
  if (!*at) {
    rest = at;
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
  rest = at;
  return start;
}

char *strsep(char **s, const char *separators) {
  char *start = *s;
  if (!start) return 0;
  for (char *at = start; *at; at++)
    for (__SIZE_TYPE__ i = 0; separators[i]; i++)
      if (separators[i] == *at) {
        *at = 0;
        *s = at + 1;
        return start;
      }
  *s = 0;
  return start;
}

char *strrev(char *s) {
  __SIZE_TYPE__ n = 0;
  while (s[n]) n++;
  for (__SIZE_TYPE__ i = 0; i < n / 2; i++) {
    char moved = s[i];
    s[i] = s[n - 1 - i];
    s[n - 1 - i] = moved;
  }
  return s;
}

void *rawmemchr(const void *s, int c) {
  const unsigned char *p = s;
  while (*p != (unsigned char)c) p++;
  return (void *)p;
}

void *memmem(const void *s, __SIZE_TYPE__ n, const void *part, __SIZE_TYPE__ m) {
  __fs_readable(s, n);
  __fs_readable(part, m);
  const char *p = s, *wanted = part;
  for (__SIZE_TYPE__ i = 0; i + m <= n; i++) {
    __SIZE_TYPE__ k = 0;
    while (k < m && p[i + k] == wanted[k]) k++;
    if (k == m) return (void *)(p + i);
  }
  return 0;
}

__SIZE_TYPE__ __fs_length(const char *); __SIZE_TYPE__ strlcat(char *target, const char *source, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ start = 0, length = __fs_length(source);
  while (start < n && target[start]) start++;
  if (start == n) return n + length;
  __SIZE_TYPE__ copied = length < n - start ? length : n - start - 1;
  for (__SIZE_TYPE__ i = 0; i < copied; i++) target[start + i] = source[i];
  target[start + copied] = 0;
  return start + length;
}

__SIZE_TYPE__ __fs_length(const char *); __SIZE_TYPE__ strxfrm(char *target, const char *source, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ length = __fs_length(source);
  for (__SIZE_TYPE__ i = 0; i < n && i <= length; i++) target[i] = source[i];
  return length;
}

char *strcasestr(const char *s, const char *part) {
  for (;; s++) {
    __SIZE_TYPE__ i = 0;
    for (; part[i]; i++) {
      char a = s[i], b = part[i];
      if (a >= 'A' && a <= 'Z') a += 'a' - 'A';
      if (b >= 'A' && b <= 'Z') b += 'a' - 'A';
      if (a != b) break;
    }
    if (!part[i]) return (char *)s;
    if (!*s) return 0;
  }
}

int __fs_digit_class(int c) {
  return (c == '0') + (c >= '0' && c <= '9');
}

int __fs_digit_class(int); int strverscmp(const char *left, const char *right) {
  const signed char next[12] = {0, 3, 9, 0, 3, 3, 0, 6, 6, 0, 6, 9};
  const signed char results[36] = {2, 2, 2, 2, 3, 2, 2, 2, 2, 2, -1, -1, 1, 3, 3, 1, 3, 3,
                                   2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, -1, 2, 2, -1, 2, 2};
  __SIZE_TYPE__ i = 0;
  int state = __fs_digit_class(left[0]);
  for (; left[i] == right[i]; i++) {
    if (!left[i]) return 0;
    state = next[state] + __fs_digit_class(left[i + 1]);
  }
  const int difference = (unsigned char)left[i] - (unsigned char)right[i];
  const int result = results[state * 3 + __fs_digit_class(right[i])];
  if (result == 2) return __fs_sign(difference);
  if (result != 3) return result;
  __SIZE_TYPE__ m = i + 1, n = i + 1;
  while (left[m] >= '0' && left[m] <= '9') {
    m++;
    if (!(right[n] >= '0' && right[n] <= '9')) return 1;
    n++;
  }
  return right[n] >= '0' && right[n] <= '9' ? -1 : __fs_sign(difference);
}

char *strerror(int number) {
  static char text[64];
  __SIZE_TYPE__ n = __fs_any(1, 63);
  __fs_forget(text, 63, n);
  text[0] = __fs_any(1, 127);
  text[n] = 0;
  return text;
}

char *strsignal(int number) {
  static char text[64];
  __SIZE_TYPE__ n = __fs_any(1, 63);
  __fs_forget(text, 63, n);
  text[0] = __fs_any(1, 127);
  text[n] = 0;
  return text;
}

char *strerror_r(int number, char *target, __SIZE_TYPE__ n) {
  static char text[64];
  char *result = __fs_any(0, 1) && n > 0 ? target : text;
  __SIZE_TYPE__ room = result == text ? 64 : n;
  if (result == target) __fs_writable(target, n);
  __SIZE_TYPE__ found = __fs_any(0, room < 64 ? room - 1 : 63);
  __fs_forget(result, 63, found);
  result[found] = 0;
  return result;
}

int __xpg_strerror_r(int number, char *target, __SIZE_TYPE__ n) {
  if (n == 0) return 34;
  __fs_writable(target, n);
  __SIZE_TYPE__ found = __fs_any(0, n < 64 ? n - 1 : 63);
  __fs_forget(target, 63, found);
  target[found] = 0;
  return __fs_any(0, 1) ? 0 : __fs_any(1, 133);
}

char *strdup(const char *); char *__strdup(const char *s) {
  return strdup(s);
}

char *strndup(const char *, __SIZE_TYPE__); char *__strndup(const char *s, __SIZE_TYPE__ limit) {
  return strndup(s, limit);
}

char *strtok_r(char *, const char *, char **); char *__strtok_r(char *s, const char *separators, char **rest) {
  return strtok_r(s, separators, rest);
}

char *strrchr(const char *, int); char *basename(const char *path) {
  char *found = strrchr(path, '/');
  return found ? found + 1 : (char *)path;
}

char *__xpg_basename(char *path) {
  if (!path || !path[0]) return ".";
  __SIZE_TYPE__ n = 0;
  while (path[n]) n++;
  while (n > 1 && path[n - 1] == '/') path[--n] = 0;
  if (n == 1 && path[0] == '/') return path;
  while (n > 0 && path[n - 1] != '/') n--;
  return path + n;
}

char *dirname(char *path) {
  if (!path || !path[0]) return ".";
  __SIZE_TYPE__ n = 0;
  while (path[n]) n++;
  while (n > 1 && path[n - 1] == '/') n--;
  while (n > 0 && path[n - 1] != '/') n--;
  if (n == 0) return ".";
  while (n > 1 && path[n - 1] == '/') n--;
  path[n] = 0;
  return path;
}
