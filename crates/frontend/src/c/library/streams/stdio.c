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
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
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
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_put(stream, c);
  return (unsigned char)c;
}

int __fs_put(const void *, int); int putc(int c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_put(stream, c);
  return (unsigned char)c;
}

int __fs_put(const void *, int); int _IO_putc(int c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_put(stream, c);
  return (unsigned char)c;
}

void **__fs_updater(void) {
  static void *update;
  return &update;
}

int __fs_flush(const void *, int); void **__fs_updater(void); int fflush(void *stream) {
  __fs_flush(stream, 1);
  void *update = *__fs_updater();
  if (update) ((void (*)(void *))update)(stream);
  return 0;
}

int __fs_flush(const void *, int); int setvbuf(void *stream, char *buffer, int mode, __SIZE_TYPE__ size) {
  if (mode == 2) __fs_flush(stream, 2);
  return 0;
}

int __fs_flush(const void *, int); void setbuf(void *stream, char *buffer) {
  if (!buffer) __fs_flush(stream, 2);
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
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_get(stream);
}

int __fs_get(const void *); int getc(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_get(stream);
}

int __fs_get(const void *); int getc_unlocked(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_get(stream);
}

int __fs_get(const void *); int _IO_getc(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_get(stream);
}

int __fs_unget(const void *, int); int ungetc(int c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return c == -1 ? -1 : __fs_unget(stream, (unsigned char)c);
}

int __fs_get(const void *); char *fgets(char *s, int n, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
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
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
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
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
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
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
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

int __fs_end_stream(const void *); void **__fs_updater(void); int fclose(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  void *update = *__fs_updater();
  if (update) ((void (*)(void *))update)(stream);
  __fs_close(stream);
  __fs_end_stream(stream);
  return 0;
}

int __fs_at_end(const void *); int feof(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_at_end(stream);
}

int ferror(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return 0;
}

int __fs_clear_end(const void *); void clearerr(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_clear_end(stream);
}

int __fs_seek(const void *, long, int); int fseek(void *stream, long offset, int whence) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_seek(stream, offset, whence);
}

int __fs_seek(const void *, long, int); void rewind(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_seek(stream, 0, 0);
}

long __fs_position(const void *); long ftell(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_position(stream);
}

int __fs_remove(void); int __fs_clear_notes(void); void __fs_note_name(const char *); int remove(const char *name) {
  __fs_clear_notes();
  __fs_note_name(name);
  int wrong = __fs_remove();
  if (wrong) __fs_error(wrong);
  return wrong ? -1 : 0;
}

__SIZE_TYPE__ fread(void *, __SIZE_TYPE__, __SIZE_TYPE__, void *); __SIZE_TYPE__ fread_unlocked(void *target, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream) {
  return fread(target, size, n, stream);
}

__SIZE_TYPE__ fwrite(const void *, __SIZE_TYPE__, __SIZE_TYPE__, void *); __SIZE_TYPE__ fwrite_unlocked(const void *source, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream) {
  return fwrite(source, size, n, stream);
}

int fgetc(void *); int fgetc_unlocked(void *stream) {
  return fgetc(stream);
}

int putc(int, void *); int putc_unlocked(int c, void *stream) {
  return putc(c, stream);
}

int fputc(int, void *); int fputc_unlocked(int c, void *stream) {
  return fputc(c, stream);
}

int fflush(void *); int fflush_unlocked(void *stream) {
  return fflush(stream);
}

void *fopen(const char *, const char *); void *fopen64(const char *name, const char *mode) {
  return fopen(name, mode);
}

int fseek(void *, long, int); int fseeko(void *stream, long offset, int whence) {
  return fseek(stream, offset, whence);
}

long ftell(void *); long ftello(void *stream) {
  return ftell(stream);
}

void *fopen(const char *, const char *); void *tmpfile(void) {
  static int n;
  char name[16] = "\1tmp";
  int i = 4;
  for (int rest = n++; i == 4 || rest; rest /= 10) name[i++] = '0' + rest % 10;
  return fopen(name, "w+");
}

void *tmpfile(void); void *tmpfile64(void) {
  return tmpfile();
}

long __fs_position(const void *); int fgetpos(void *stream, void *position) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_writable(position, sizeof(long) == 8 ? 16 : 12);
  const long at = __fs_position(stream);
  *(long *)position = at;
  __fs_forget((char *)position + sizeof(long), 8);
  return 0;
}

int __fs_seek(const void *, long, int); int fsetpos(void *stream, const void *position) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_seek(stream, *(const long *)position, 0);
}

int __fs_get(const void *); int __fs_put(const void *, int); int __fs_open(const void *); int __fs_end_stream(const void *); int __fs_remove(void); int __fs_clear_notes(void); void __fs_note_name(const char *); int rename(const char *from, const char *to) {
  void *source = __fs_object(1), *target = __fs_object(1);
  __fs_clear_notes();
  __fs_note_name(from);
  __fs_note_name("r");
  int wrong = __fs_open(source);
  if (wrong) {
    __fs_error(wrong);
    return -1;
  }
  __SIZE_TYPE__ same = 0;
  while (from[same] && from[same] == to[same]) same++;
  if (from[same] == to[same]) {
    __fs_end_stream(source);
    return 0;
  }
  __fs_clear_notes();
  __fs_note_name(to);
  __fs_note_name("w");
  __fs_open(target);
  for (int c = __fs_get(source); c >= 0; c = __fs_get(source)) __fs_put(target, c);
  __fs_end_stream(source);
  __fs_end_stream(target);
  __fs_clear_notes();
  __fs_note_name(from);
  __fs_remove();
  return 0;
}

struct __fs_memory_stream {
  struct __fs_memory_stream *next;
  void *stream;
  char **text, *buffer;
  __SIZE_TYPE__ *size, limit;
}; struct __fs_memory_stream **__fs_memory_streams(void) {
  static struct __fs_memory_stream *first;
  return &first;
}

struct __fs_memory_stream {
  struct __fs_memory_stream *next;
  void *stream;
  char **text, *buffer;
  __SIZE_TYPE__ *size, limit;
}; struct __fs_memory_stream **__fs_memory_streams(void); long __fs_position(const void *); int __fs_seek(const void *, long, int); int __fs_get(const void *); int __fs_unknown(int); void *realloc(void *, __SIZE_TYPE__); void __fs_update_memory(void *stream) {
  for (struct __fs_memory_stream *it = *__fs_memory_streams(); it; it = it->next) {
    if (stream && it->stream != stream) continue;
    if ((!it->text && !it->buffer) || !__fs_is_open(it->stream)) continue;
    const long at = __fs_position(it->stream);
    __fs_seek(it->stream, 0, 2);
    const __SIZE_TYPE__ n = __fs_position(it->stream);
    __fs_seek(it->stream, 0, 0);
    char *target = it->buffer;
    if (it->text) target = it->buffer = *it->text = realloc(it->buffer, n + 1);
    else if (n > it->limit) __fs_unknown(1);
    for (__SIZE_TYPE__ i = 0; i < n; i++) target[i] = __fs_get(it->stream);
    if (it->text || n < it->limit) target[n] = 0;
    if (it->text) *it->size = n;
    __fs_seek(it->stream, at, 0);
  }
}

struct __fs_memory_stream {
  struct __fs_memory_stream *next;
  void *stream;
  char **text, *buffer;
  __SIZE_TYPE__ *size, limit;
}; struct __fs_memory_stream **__fs_memory_streams(void); void __fs_update_memory(void *); void **__fs_updater(void); void *tmpfile(void); struct __fs_memory_stream *__fs_new_memory_stream(void) {
  struct __fs_memory_stream *made = __fs_object(sizeof(struct __fs_memory_stream));
  made->stream = tmpfile();
  made->text = 0;
  made->buffer = 0;
  made->size = 0;
  made->limit = 0;
  made->next = *__fs_memory_streams();
  *__fs_memory_streams() = made;
  *__fs_updater() = __fs_update_memory;
  return made;
}

struct __fs_memory_stream {
  struct __fs_memory_stream *next;
  void *stream;
  char **text, *buffer;
  __SIZE_TYPE__ *size, limit;
}; struct __fs_memory_stream *__fs_new_memory_stream(void); void *open_memstream(char **text, __SIZE_TYPE__ *size) {
  struct __fs_memory_stream *made = __fs_new_memory_stream();
  made->text = text;
  made->size = size;
  return made->stream;
}

struct __fs_memory_stream {
  struct __fs_memory_stream *next;
  void *stream;
  char **text, *buffer;
  __SIZE_TYPE__ *size, limit;
}; struct __fs_memory_stream *__fs_new_memory_stream(void); int __fs_put(const void *, int); int __fs_seek(const void *, long, int); int __fs_unknown(int); void *fmemopen(void *buffer, __SIZE_TYPE__ limit, const char *mode) {
  if (!buffer) __fs_unknown(1);
  if (mode[0] != 'r' && mode[0] != 'w') __fs_unknown(1);
  char *bytes = buffer;
  struct __fs_memory_stream *made = __fs_new_memory_stream();
  if (mode[0] == 'w' && limit) bytes[0] = 0;
  for (__SIZE_TYPE__ i = 0; mode[0] == 'r' && i < limit && bytes[i]; i++) __fs_put(made->stream, bytes[i]);
  __fs_seek(made->stream, 0, 0);
  if (mode[0] == 'r' && mode[1] != '+') return made->stream;
  made->buffer = bytes;
  made->limit = limit;
  return made->stream;
}

int __fs_open(const void *); int __fs_clear_notes(void); void __fs_note_name(const char *); int __fs_unknown(int); void *freopen(const char *name, const char *mode, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  if (!name) __fs_unknown(1);
  __fs_clear_notes();
  __fs_note_name(name);
  __fs_note_name(mode);
  const int wrong = __fs_open(stream);
  if (!wrong) return stream;
  __fs_close(stream);
  __fs_error(wrong);
  return 0;
}

void *freopen(const char *, const char *, void *); void *freopen64(const char *name, const char *mode, void *stream) {
  return freopen(name, mode, stream);
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
