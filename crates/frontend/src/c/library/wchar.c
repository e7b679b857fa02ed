unsigned int btowc(int c) {
  return c >= 0 && c < 128 ? c : -1;
}

int wctob(unsigned int c) {
  return c < 128 ? (int)c : -1;
}

int mbsinit(const void *state) {
  return __fs_truth(1);
}

__SIZE_TYPE__ mbrtowc(__WCHAR_TYPE__ *target, const char *s, __SIZE_TYPE__ n, void *state) {
  if (!s) return 0;
  if (n == 0) return -2;
  if ((unsigned char)*s > 127) {
    __fs_error(84);
    return -1;
  }
  if (target) *target = *s;
  return *s != 0;
}

__SIZE_TYPE__ mbrlen(const char *s, __SIZE_TYPE__ n, void *state) {
  if (!s) return 0;
  if (n == 0) return -2;
  if ((unsigned char)*s > 127) {
    __fs_error(84);
    return -1;
  }
  return *s != 0;
}

__SIZE_TYPE__ wcrtomb(char *target, __WCHAR_TYPE__ c, void *state) {
  if (!target) return 1;
  if (c < 0 || c > 127) {
    __fs_error(84);
    return -1;
  }
  *target = c;
  return 1;
}

__SIZE_TYPE__ mbsrtowcs(__WCHAR_TYPE__ *target, const char **source, __SIZE_TYPE__ n, void *state) {
  const char *s = *source;
  __SIZE_TYPE__ i = 0;
  for (; !target || i < n; i++) {
    if ((unsigned char)s[i] > 127) {
      __fs_error(84);
      if (target) *source = s + i;
      return -1;
    }
    if (target) target[i] = s[i];
    if (!s[i]) {
      if (target) *source = 0;
      return i;
    }
  }
  *source = s + i;
  return i;
}

__SIZE_TYPE__ wcsrtombs(char *target, const __WCHAR_TYPE__ **source, __SIZE_TYPE__ n, void *state) {
  const __WCHAR_TYPE__ *s = *source;
  __SIZE_TYPE__ i = 0;
  for (; !target || i < n; i++) {
    if (s[i] < 0 || s[i] > 127) {
      __fs_error(84);
      if (target) *source = s + i;
      return -1;
    }
    if (target) target[i] = s[i];
    if (!s[i]) {
      if (target) *source = 0;
      return i;
    }
  }
  *source = s + i;
  return i;
}

long wcstol(const __WCHAR_TYPE__ *, __WCHAR_TYPE__ **, int); long wcstoimax(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  return wcstol(s, end, base);
}

unsigned long wcstoul(const __WCHAR_TYPE__ *, __WCHAR_TYPE__ **, int); unsigned long wcstoumax(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) {
  return wcstoul(s, end, base);
}

int wcwidth(__WCHAR_TYPE__ c) {
  return c == 0 ? 0 : c >= 32 && c < 127 ? 1 : c > 0 && c < 128 ? -1 : (int)__fs_any(-1, 2);
}

__SIZE_TYPE__ wcsftime(__WCHAR_TYPE__ *target, __SIZE_TYPE__ limit, const __WCHAR_TYPE__ *format, const void *date) {
  if (limit == 0) return 0;
  __fs_writable(target, limit * sizeof(__WCHAR_TYPE__));
  __SIZE_TYPE__ n = __fs_any(0, limit - 1 < 63 ? limit - 1 : 63);
  __fs_forget(target, 63 * sizeof(__WCHAR_TYPE__), n * sizeof(__WCHAR_TYPE__));
  target[n] = 0;
  return n;
}
