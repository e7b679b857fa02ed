extern struct _IO_FILE *stdin; void *__fs_pushed_on; int __fs_pushed; int __fs_next_byte(void *stream) {
  if (!stream) stream = stdin;
  if (__fs_pushed_on == stream && stream) {
    __fs_pushed_on = 0;
    return __fs_pushed;
  }
  return __fs_any_or_end(-1, 255);
}

extern struct _IO_FILE *stdin; void *__fs_pushed_on; int __fs_pushed; int __fs_next_byte(void *); int ungetc(int c, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  if (c == -1) return -1;
  if (__fs_pushed_on) __fs_unfollowed("a second character is pushed back");
  __fs_pushed_on = stream;
  __fs_pushed = (unsigned char)c;
  return (unsigned char)c;
}

int __fs_next_byte(void *); int getchar(void) {
  return __fs_next_byte(0);
}

int __fs_next_byte(void *); int getchar_unlocked(void) {
  return __fs_next_byte(0);
}

int __fs_next_byte(void *); int fgetc(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_next_byte(stream);
}

int __fs_next_byte(void *); int getc(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_next_byte(stream);
}

int __fs_next_byte(void *); int fgetc_unlocked(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_next_byte(stream);
}

int __fs_next_byte(void *); int getc_unlocked(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_next_byte(stream);
}

int __fs_next_byte(void *); int _IO_getc(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  return __fs_next_byte(stream);
}

void *__fs_pushed_on; int __fs_pushed; char *fgets(char *s, int n, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  if (n <= 0) return 0;
  __fs_writable(s, n);
  int is_pushed = __fs_pushed_on == stream;
  if (!is_pushed && !__fs_any(0, 1)) {
    __fs_error_or_end();
    return 0;
  }
  int found = __fs_any(n > 1, n - 1);
  __fs_forget(s, n - 1, found, '\n');
  if (is_pushed && n > 1) {
    __fs_pushed_on = 0;
    s[0] = __fs_pushed;
    if (s[0] == '\n') found = 1;
  }
  s[found] = 0;
  return s;
}

void *__fs_pushed_on; int __fs_pushed; __SIZE_TYPE__ fread(void *target, __SIZE_TYPE__ size, __SIZE_TYPE__ n, void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  __fs_writable(target, size * n);
  int is_pushed = __fs_pushed_on == stream && size * n > 0;
  __SIZE_TYPE__ found = size ? __fs_any_or_end(is_pushed, size * n, size * n) : 0;
  __fs_forget(target, size * n, found);
  if (is_pushed) {
    __fs_pushed_on = 0;
    *(unsigned char *)target = __fs_pushed;
  }
  return size ? found / size : 0;
}

void *__fs_pushed_on; int feof(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  if (__fs_pushed_on == stream) return 0;
  return __fs_any(0, 1);
}

void *__fs_pushed_on; void rewind(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  if (__fs_pushed_on == stream) __fs_pushed_on = 0;
}

void *__fs_pushed_on; int fseek(void *stream, long offset, int from) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  if (__fs_any_or_error(-1, 0)) return -1;
  if (__fs_pushed_on == stream) __fs_pushed_on = 0;
  return 0;
}
