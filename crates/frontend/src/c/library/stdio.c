void __fs_printed(const char *); int puts(const char *s) {
  __fs_printed(s);
  return __fs_any_or_error(-1, 2147483647);
}

void __fs_printed(const char *); int fputs(const char *s, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_printed(s);
  return __fs_any_or_error(-1, 2147483647);
}

void __fs_wide_printed(const __WCHAR_TYPE__ *); int fputws(const __WCHAR_TYPE__ *s, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_wide_printed(s);
  return __fs_any_or_error(-1, 2147483647);
}

void __fs_printed(const char *); void perror(const char *s) {
  if (s) __fs_printed(s);
}

int fputc(int c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_error(-1, 0) ? -1 : (unsigned char)c;
}

int putc(int c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_error(-1, 0) ? -1 : (unsigned char)c;
}

int fputc_unlocked(int c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_error(-1, 0) ? -1 : (unsigned char)c;
}

int putc_unlocked(int c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_error(-1, 0) ? -1 : (unsigned char)c;
}

unsigned int fputwc(__WCHAR_TYPE__ c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_error(-1, 0) ? -1 : c;
}

unsigned int putwc(__WCHAR_TYPE__ c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_error(-1, 0) ? -1 : c;
}

int fgetc(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_end(-1, 255);
}

int getc(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_end(-1, 255);
}

int fgetc_unlocked(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_end(-1, 255);
}

int getc_unlocked(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_end(-1, 255);
}

int _IO_getc(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_end(-1, 255);
}

unsigned int fgetwc(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_end(-1, 1114111);
}

unsigned int getwc(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_end(-1, 1114111);
}

int ungetc(int c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return c == -1 || !__fs_any(0, 1) ? -1 : (unsigned char)c;
}

char *fgets(char *s, int n, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  if (n <= 0) return 0;
  __fs_writable(s, n);
  if (!__fs_any(0, 1)) {
    __fs_error_or_end();
    return 0;
  }
  int found = __fs_any(n > 1, n - 1);
  __fs_forget(s, n - 1, found, '\n');
  s[found] = 0;
  return s;
}

__WCHAR_TYPE__ *fgetws(__WCHAR_TYPE__ *s, int n, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  if (n <= 0) return 0;
  __fs_writable(s, n * sizeof(__WCHAR_TYPE__));
  if (!__fs_any(0, 1)) {
    __fs_error_or_end();
    return 0;
  }
  int found = __fs_any(n > 1, n - 1);
  __fs_forget(s, (n - 1) * sizeof(__WCHAR_TYPE__), found * sizeof(__WCHAR_TYPE__), '\n');
  s[found] = 0;
  return s;
}

long getdelim(char **, __SIZE_TYPE__ *, int, void *); long getline(char **line, __SIZE_TYPE__ *n, void *stream) {
  return getdelim(line, n, '\n', stream);
}

char *gets(char *s) {
  __SIZE_TYPE__ n = __fs_any(0, 2147483647);
  __fs_writable(s, n + 1);
  if (!__fs_any(0, 1)) {
    __fs_error_or_end();
    return 0;
  }
  __fs_forget(s, n, n + 1, '\n');
  s[n] = 0;
  return s;
}

__SIZE_TYPE__ fread(void *target, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_writable(target, size * n);
  __SIZE_TYPE__ found = size ? __fs_any_or_end(0, size * n, size * n) : 0;
  __fs_forget(target, size * n, found);
  return size ? found / size : 0;
}

__SIZE_TYPE__ fread_unlocked(void *target, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_writable(target, size * n);
  __SIZE_TYPE__ found = size ? __fs_any_or_end(0, size * n, size * n) : 0;
  __fs_forget(target, size * n, found);
  return size ? found / size : 0;
}

__SIZE_TYPE__ fwrite(const void *source, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_readable(source, size * n);
  return size ? __fs_any_or_error(0, n, n) : 0;
}

__SIZE_TYPE__ fwrite_unlocked(const void *source, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_readable(source, size * n);
  return size ? __fs_any_or_error(0, n, n) : 0;
}

void __fs_printed(const char *); void *fopen(const char *name, const char *mode) {
  __fs_printed(name);
  __fs_printed(mode);
  if (!__fs_any(0, 1)) {
    __fs_error();
    return 0;
  }
  return __fs_object(1);
}

void __fs_printed(const char *); void *popen(const char *name, const char *mode) {
  __fs_printed(name);
  __fs_printed(mode);
  if (!__fs_any(0, 1)) {
    __fs_error();
    return 0;
  }
  return __fs_object(1);
}

void __fs_printed(const char *); void *fopen64(const char *name, const char *mode) {
  __fs_printed(name);
  __fs_printed(mode);
  if (!__fs_any(0, 1)) {
    __fs_error();
    return 0;
  }
  return __fs_object(1);
}

void __fs_printed(const char *); void *fdopen(int file, const char *mode) {
  __fs_printed(mode);
  if (!__fs_any(0, 1)) {
    __fs_error();
    return 0;
  }
  return __fs_object(1);
}

void *tmpfile(void) {
  if (!__fs_any(0, 1)) {
    __fs_error();
    return 0;
  }
  return __fs_object(1);
}

void __fs_printed(const char *); void *freopen(const char *name, const char *mode, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  if (name) __fs_printed(name);
  __fs_printed(mode);
  if (__fs_any(0, 1)) return stream;
  __fs_close(stream);
  __fs_error();
  return 0;
}

int fclose(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_close(stream);
  return __fs_any_or_error(-1, 0);
}

int pclose(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_close(stream);
  return __fs_any_or_error(-1, 2147483647);
}

int feof(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any(0, 1);
}

int ferror(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any(0, 1);
}

int __fs_descriptor(int, int); int fileno(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_descriptor(__fs_any_or_error(-1, 2147483647), 1);
}

void clearerr(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
}

void rewind(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
}

int fseek(void *stream, long offset, int whence) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_error(-1, 0);
}

long ftell(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_error(-1, 2147483647);
}

void __fs_printed(const char *); int remove(const char *name) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int rename(const char *from, const char *to) {
  __fs_printed(from);
  __fs_printed(to);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int __fs_printf(const char *format) {
  __fs_printed(format);
  return __fs_any_or_error(-1, 2147483647);
}

void __fs_printed(const char *); void __fs_unfollowed(const char *); int __fs_counted_printf(const char *format) {
  __fs_printed(format);
  __fs_unfollowed("how many characters are printed");
  return 0;
}

void __fs_wide_printed(const __WCHAR_TYPE__ *); int __fs_wprintf(const __WCHAR_TYPE__ *format) {
  __fs_wide_printed(format);
  return __fs_any_or_error(-1, 2147483647);
}

void __fs_printed(const char *); int __fs_sprintf(char *target, const char *format) {
  __fs_printed(format);
  __fs_writable(target, 1);
  __SIZE_TYPE__ n = __fs_any(0, 2147483647);
  __fs_writable(target, n + 1);
  __fs_forget(target, n);
  target[n] = 0;
  return n;
}

void __fs_printed(const char *); int __fs_snprintf(char *target, __SIZE_TYPE__ limit, const char *format) {
  __fs_printed(format);
  int length = __fs_any_or_error(-1, 2147483647);
  if (limit == 0 || length < 0) return length;
  __SIZE_TYPE__ n = length < limit ? length : limit - 1;
  __fs_writable(target, sizeof(char));
  __fs_writable(target, (n + 1) * sizeof(char));
  __fs_forget(target, n * sizeof(char));
  target[n] = 0;
  return length;
}

void *malloc(__SIZE_TYPE__); int __fs_asprintf(char **result, const char *format) {
  int length = __fs_any_or_error(-1, 2147483646);
  if (length < 0) return -1;
  char *text = malloc((__SIZE_TYPE__)length + 1);
  if (!text) return -1;
  __fs_forget(text, length);
  text[length] = 0;
  *result = text;
  return length;
}

unsigned int getwchar(void) {
  return __fs_any_or_end(-1, 1114111);
}

unsigned int putwchar(__WCHAR_TYPE__ c) {
  return __fs_any_or_error(-1, 0) ? -1 : c;
}

unsigned int ungetwc(unsigned int c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return c == (unsigned int)-1 || !__fs_any(0, 1) ? -1 : c;
}

int fwide(void *stream, int mode) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any(-2147483647 - 1, 2147483647);
}

__SIZE_TYPE__ __fs_text_length(__SIZE_TYPE__, __SIZE_TYPE__); void __fs_line(char *, __SIZE_TYPE__, int); void *malloc(__SIZE_TYPE__); void *realloc(void *, __SIZE_TYPE__); long getdelim(char **line, __SIZE_TYPE__ *n, int end, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  if (!*line || !*n) {
    char *start = malloc(120);
    if (!start) return -1;
    *line = start;
    *n = 120;
  }
  if (!__fs_any(0, 1)) {
    __fs_error_or_end();
    return -1;
  }
  __SIZE_TYPE__ found = __fs_text_length(1, ~(__SIZE_TYPE__)0);
  if (*n <= found) {
    char *grown = realloc(*line, found + 1);
    if (!grown) return -1;
    *line = grown;
    *n = found + 1;
  }
  __fs_line(*line, found, end);
  (*line)[found] = 0;
  return found;
}

char *tmpnam(char *target) {
  static char text[20];
  if (target) __fs_writable(target, 20);
  else target = text;
  if (!__fs_any(0, 1)) return 0;
  __SIZE_TYPE__ n = __fs_any(1, 19);
  __fs_forget(target, 19, n);
  target[n] = 0;
  return target;
}

int fgetpos(void *stream, void *position) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_writable(position, sizeof(long) == 8 ? 16 : 12);
  if (__fs_any_or_error(-1, 0)) return -1;
  __fs_forget(position, sizeof(long) == 8 ? 16 : 12);
  return 0;
}

int fsetpos(void *stream, const void *position) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_readable(position, sizeof(long) == 8 ? 16 : 12);
  return __fs_any_or_error(-1, 0);
}

int fseeko(void *stream, long offset, int whence) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_error(-1, 0);
}

long ftello(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_any_or_error(-1, 2147483647);
}

void flockfile(void *stream) {
  __fs_need(stream != 0, "the stream is null");
}

void funlockfile(void *stream) {
  __fs_need(stream != 0, "the stream is null");
}

int ftrylockfile(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  return 0;
}

char *fgets(char *, int, void *); char *fgets_unlocked(char *s, int n, void *stream) {
  return fgets(s, n, stream);
}

int fputs(const char *, void *); int fputs_unlocked(const char *s, void *stream) {
  return fputs(s, stream);
}

int feof(void *); int feof_unlocked(void *stream) {
  return feof(stream);
}

int ferror(void *); int ferror_unlocked(void *stream) {
  return ferror(stream);
}

void clearerr(void *); void clearerr_unlocked(void *stream) {
  clearerr(stream);
}

int fflush_unlocked(void *stream) {
  return __fs_any_or_error(-1, 0);
}

int fileno(void *); int fileno_unlocked(void *stream) {
  return fileno(stream);
}

int putc(int, void *); int _IO_putc(int c, void *stream) {
  return putc(c, stream);
}

int putchar(int); int putchar_unlocked(int c) {
  return putchar(c);
}

int fgetc(void *); int __uflow(void *stream) {
  return fgetc(stream);
}

int fputc(int, void *); int __overflow(void *stream, int c) {
  return fputc(c, stream);
}

char *fgets(char *, int, void *); char *__fgets_chk(char *s, __SIZE_TYPE__ room, int n, void *stream) {
  return fgets(s, n, stream);
}

__SIZE_TYPE__ fread(void *, __SIZE_TYPE__, __SIZE_TYPE__, void *); __SIZE_TYPE__ __fread_chk(void *target, __SIZE_TYPE__ room, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream) {
  return fread(target, size, n, stream);
}

void setbuffer(void *stream, char *buffer, __SIZE_TYPE__ size) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
}

void setlinebuf(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
}

void *__fs_open_memory(int fails) {
  if (fails) {
    __fs_error();
    return 0;
  }
  return __fs_object(1);
}

void *__fs_open_memory(int); void *tmpfile64(void) {
  return __fs_open_memory(__fs_any(0, 1));
}

void *freopen(const char *, const char *, void *); void *freopen64(const char *name, const char *mode, void *stream) {
  return freopen(name, mode, stream);
}

int fseeko(void *, long, int); int fseeko64(void *stream, long offset, int whence) {
  return fseeko(stream, offset, whence);
}

long ftello(void *); long ftello64(void *stream) {
  return ftello(stream);
}

__SIZE_TYPE__ __fs_text_length(__SIZE_TYPE__ least, __SIZE_TYPE__ most) {
  const __SIZE_TYPE__ longest = __fs_longest_text() < most ? __fs_longest_text() : most;
  if (longest > 63 && (__fs_is_longest() || __fs_any(0, 1))) return longest;
  return __fs_any(least, most < 63 ? most : 63);
}

void __fs_line(char *target, __SIZE_TYPE__ n, int end) {
  const __SIZE_TYPE__ longest = __fs_longest_text();
  if (longest > 63 && n == longest)
    for (__SIZE_TYPE__ i = 0; i < longest; i++) target[i] = end == 'A' ? 'B' : 'A';
  else
    __fs_forget(target, 63, n, end);
}

void __fs_text(char *target, __SIZE_TYPE__ n, __SIZE_TYPE__ most) {
  const __SIZE_TYPE__ longest = __fs_longest_text() < most ? __fs_longest_text() : most;
  if (longest > 63 && n == longest)
    for (__SIZE_TYPE__ i = 0; i < longest; i++) target[i] = 'A';
  else
    __fs_forget(target, 63, n);
}
