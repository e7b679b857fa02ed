int __fs_get(const void *); int __fs_unget(const void *, int); int __fs_skip(const void *stream) {
  int c;
  do c = __fs_get(stream);
  while (c == ' ' || (c >= '\t' && c <= '\r'));
  if (c >= 0) __fs_unget(stream, c);
  return c;
}

int __fs_put(const void *, int); int __fs_pad(const void *stream, int n) {
  for (int i = 0; i < n; i++) __fs_put(stream, ' ');
  return n > 0 ? n : 0;
}

int __fs_put(const void *, int); int __fs_pad(const void *, int); int __fs_put_text(const void *stream, const char *s, int is_left, int width, int precision) {
  int n = 0;
  if (width < 0) {
    width = -width;
    is_left = 1;
  }
  while ((precision < 0 || n < precision) && s[n]) n++;
  const int spaces = width > n ? width - n : 0;
  if (!is_left) __fs_pad(stream, spaces);
  for (int i = 0; i < n; i++) __fs_put(stream, s[i]);
  if (is_left) __fs_pad(stream, spaces);
  return n + spaces;
}

int __fs_put(const void *, int); int __fs_pad(const void *, int); int __fs_unknown(int); int __fs_put_wide_text(const void *stream, const __WCHAR_TYPE__ *s, int is_left, int width, int precision) {
  int n = 0;
  if (width < 0) {
    width = -width;
    is_left = 1;
  }
  while ((precision < 0 || n < precision) && s[n]) {
    if (s[n] < 0 || s[n] > 127) __fs_unknown(0);
    n++;
  }
  const int spaces = width > n ? width - n : 0;
  if (!is_left) __fs_pad(stream, spaces);
  for (int i = 0; i < n; i++) __fs_put(stream, s[i]);
  if (is_left) __fs_pad(stream, spaces);
  return n + spaces;
}

int __fs_put(const void *, int); int __fs_pad(const void *, int); int __fs_put_character(const void *stream, int c, int is_left, int width) {
  if (width < 0) {
    width = -width;
    is_left = 1;
  }
  const int spaces = width > 1 ? width - 1 : 0;
  if (!is_left) __fs_pad(stream, spaces);
  __fs_put(stream, c);
  if (is_left) __fs_pad(stream, spaces);
  return 1 + spaces;
}

int __fs_put(const void *, int); int puts(const char *s) {
  for (__SIZE_TYPE__ i = 0; s[i]; i++) __fs_put(0, s[i]);
  __fs_put(0, '\n');
  return 1;
}

int __fs_put(const void *, int); int fputs(const char *s, void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  for (__SIZE_TYPE__ i = 0; s[i]; i++) __fs_put(stream, s[i]);
  return 1;
}

int __fs_put(const void *, int); int putchar(int c) {
  __fs_put(0, c);
  return (unsigned char)c;
}

int __fs_put(const void *, int); int putchar_unlocked(int c) {
  __fs_put(0, c);
  return (unsigned char)c;
}

int __fs_put(const void *, int); int fputc(int c, void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  __fs_put(stream, c);
  return (unsigned char)c;
}

int __fs_put(const void *, int); int putc(int c, void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  __fs_put(stream, c);
  return (unsigned char)c;
}

int __fs_put(const void *, int); int _IO_putc(int c, void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  __fs_put(stream, c);
  return (unsigned char)c;
}

int fflush(void *stream) {
  return 0;
}

int setvbuf(void *stream, char *buffer, int mode, __SIZE_TYPE__ size) {
  return 0;
}

void setbuf(void *stream, char *buffer) {
}

int __fs_put(const void *, int); char *strerror(int); int *__errno_location(void); void perror(const char *s) {
  if (s && s[0]) {
    for (__SIZE_TYPE__ i = 0; s[i]; i++) __fs_put((void *)2, s[i]);
    __fs_put((void *)2, ':');
    __fs_put((void *)2, ' ');
  }
  const char *what = strerror(*__errno_location());
  for (__SIZE_TYPE__ i = 0; what[i]; i++) __fs_put((void *)2, what[i]);
  __fs_put((void *)2, '\n');
}

int __fs_get(const void *); int getchar(void) {
  return __fs_get(0);
}

int __fs_get(const void *); int getchar_unlocked(void) {
  return __fs_get(0);
}

int __fs_get(const void *); int fgetc(void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  return __fs_get(stream);
}

int __fs_get(const void *); int getc(void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  return __fs_get(stream);
}

int __fs_get(const void *); int getc_unlocked(void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  return __fs_get(stream);
}

int __fs_get(const void *); int _IO_getc(void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  return __fs_get(stream);
}

int __fs_unget(const void *, int); int ungetc(int c, void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  return c == -1 ? -1 : __fs_unget(stream, (unsigned char)c);
}

int __fs_get(const void *); char *fgets(char *s, int n, void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  if (n <= 0) return 0;
  __fs_writable(s, n);
  int found = 0;
  while (found < n - 1) {
    int c = __fs_get(stream);
    if (c < 0) {
      if (found == 0) return 0;
      break;
    }
    s[found++] = c;
    if (c == '\n') break;
  }
  s[found] = 0;
  return s;
}

int __fs_get(const void *); char *gets(char *s) {
  __SIZE_TYPE__ found = 0;
  for (;;) {
    int c = __fs_get(0);
    if (c < 0 && found == 0) return 0;
    if (c < 0 || c == '\n') break;
    s[found++] = c;
  }
  s[found] = 0;
  return s;
}

int __fs_get(const void *); void *malloc(__SIZE_TYPE__); void *realloc(void *, __SIZE_TYPE__); long getdelim(char **line, __SIZE_TYPE__ *n, int end, void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  if (!*line || !*n) {
    char *start = malloc(120);
    if (!start) return -1;
    *line = start;
    *n = 120;
  }
  __SIZE_TYPE__ found = 0;
  for (;;) {
    int c = __fs_get(stream);
    if (c < 0 && found == 0) return -1;
    if (c < 0) break;
    if (found + 1 >= *n) {
      char *grown = realloc(*line, 2 * *n);
      if (!grown) return -1;
      *line = grown;
      *n = 2 * *n;
    }
    (*line)[found++] = c;
    if (c == end) break;
  }
  (*line)[found] = 0;
  return found;
}

long getdelim(char **, __SIZE_TYPE__ *, int, void *); long getline(char **line, __SIZE_TYPE__ *n, void *stream) {
  return getdelim(line, n, '\n', stream);
}

int __fs_get(const void *); __SIZE_TYPE__ fread(void *target, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  __fs_writable(target, size * n);
  __SIZE_TYPE__ found = 0;
  while (found < size * n) {
    int c = __fs_get(stream);
    if (c < 0) break;
    ((char *)target)[found++] = c;
  }
  return size ? found / size : 0;
}

int __fs_put(const void *, int); __SIZE_TYPE__ fwrite(const void *source, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  __fs_readable(source, size * n);
  for (__SIZE_TYPE__ i = 0; i < size * n; i++) __fs_put(stream, ((const char *)source)[i]);
  return size ? n : 0;
}

int __fs_put(const void *, int); int __fs_clear_notes(void); void __fs_note_name(const char *s) {
  for (__SIZE_TYPE__ i = 0; s[i]; i++) __fs_put((void *)1, s[i]);
  __fs_put((void *)1, 0);
}

int __fs_open(const void *); int __fs_clear_notes(void); void __fs_note_name(const char *); void *fopen(const char *name, const char *mode) {
  __fs_clear_notes();
  __fs_note_name(name);
  __fs_note_name(mode);
  void *stream = __fs_object(1);
  int wrong = __fs_open(stream);
  if (wrong) {
    __fs_error(wrong);
    return 0;
  }
  return stream;
}

int __fs_end_stream(const void *); int fclose(void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  __fs_close(stream);
  __fs_end_stream(stream);
  return 0;
}

int __fs_at_end(const void *); int feof(void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  return __fs_at_end(stream);
}

int ferror(void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  return 0;
}

int __fs_clear_end(const void *); void clearerr(void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  __fs_clear_end(stream);
}

int __fs_seek(const void *, long, int); int fseek(void *stream, long offset, int whence) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  return __fs_seek(stream, offset, whence);
}

int __fs_seek(const void *, long, int); void rewind(void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  __fs_seek(stream, 0, 0);
}

long __fs_position(const void *); long ftell(void *stream) {
  __fs_require(stream != 0, "the stream is null");
  __fs_require(__fs_is_open(stream), "the stream is closed");
  return __fs_position(stream);
}

int __fs_remove(void); int __fs_clear_notes(void); void __fs_note_name(const char *); int remove(const char *name) {
  __fs_clear_notes();
  __fs_note_name(name);
  int wrong = __fs_remove();
  if (wrong) __fs_error(wrong);
  return wrong ? -1 : 0;
}

int __fs_put(const void *, int); int __fs_unknown(int); int __fs_printf(const char *format) {
  int n = 0;
  for (__SIZE_TYPE__ i = 0; format[i]; i++, n++) {
    if (format[i] == '%' && format[++i] != '%') return __fs_unknown(0);
    __fs_put(0, format[i]);
  }
  return n;
}

int __fs_unknown(int); int __fs_wprintf(const __WCHAR_TYPE__ *format) {
  return __fs_unknown(0);
}

int __fs_unknown(int); int __fs_sprintf(char *target, const char *format) {
  return __fs_unknown(0);
}

int __fs_unknown(int); int __fs_snprintf(char *target, __SIZE_TYPE__ limit, const char *format) {
  return __fs_unknown(0);
}

int __fs_unknown(int); int __fs_swprintf(__WCHAR_TYPE__ *target, __SIZE_TYPE__ limit, const __WCHAR_TYPE__ *format) {
  return __fs_unknown(0);
}

int __fs_unknown(int); int __fs_asprintf(char **result, const char *format) {
  return __fs_unknown(0);
}

int __fs_unknown(int); int __fs_scanf(void) {
  return __fs_unknown(1);
}

int vprintf(const char *format, __builtin_va_list); int printf(const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  const int n = vprintf(format, list);
  __builtin_va_end(list);
  return n;
}

int vfprintf(void *stream, const char *format, __builtin_va_list); int fprintf(void *stream, const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  const int n = vfprintf(stream, format, list);
  __builtin_va_end(list);
  return n;
}

int vsprintf(char *target, const char *format, __builtin_va_list); int sprintf(char *target, const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  const int n = vsprintf(target, format, list);
  __builtin_va_end(list);
  return n;
}

int vsnprintf(char *target, __SIZE_TYPE__ limit, const char *format, __builtin_va_list); int snprintf(char *target, __SIZE_TYPE__ limit, const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  const int n = vsnprintf(target, limit, format, list);
  __builtin_va_end(list);
  return n;
}
