int strcmp(const char *left, const char *right) {
  __SIZE_TYPE__ i = 0;
  while (left[i] && left[i] == right[i]) i++;
  return (unsigned char)left[i] - (unsigned char)right[i];
}

int strcoll(const char *left, const char *right) {
  __SIZE_TYPE__ i = 0;
  while (left[i] && left[i] == right[i]) i++;
  return (unsigned char)left[i] - (unsigned char)right[i];
}

int strncmp(const char *left, const char *right, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ i = 0;
  while (i < n && left[i] && left[i] == right[i]) i++;
  if (i == n) return 0;
  return (unsigned char)left[i] - (unsigned char)right[i];
}

int strcasecmp(const char *left, const char *right) {
  for (__SIZE_TYPE__ i = 0;; i++) {
    unsigned char a = left[i], b = right[i];
    if (a >= 'A' && a <= 'Z') a += 'a' - 'A';
    if (b >= 'A' && b <= 'Z') b += 'a' - 'A';
    if (a != b || !a) return a - b;
  }
}

int strncasecmp(const char *left, const char *right, __SIZE_TYPE__ n) {
  for (__SIZE_TYPE__ i = 0; i < n; i++) {
    unsigned char a = left[i], b = right[i];
    if (a >= 'A' && a <= 'Z') a += 'a' - 'A';
    if (b >= 'A' && b <= 'Z') b += 'a' - 'A';
    if (a != b || !a) return a - b;
  }
  return 0;
}
