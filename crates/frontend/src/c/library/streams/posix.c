struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_open_files(void) {
  static struct __fs_open_file files[64];
  return files;
}

int __fs_stream_state(int); struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_open_files(void); struct __fs_open_file *__fs_described(int file) {
  if (file >= 0 && file < 64) {
    struct __fs_open_file *found = __fs_open_files() + file;
    if (found->flags && !__fs_is_open(found->stream)) found->flags = 0;
    if (found->flags) return found;
  }
  if (file >= 0 && __fs_stream_state(3)) __fs_unfollowed("a descriptor that the program has not opened");
  __fs_error(9);
  return 0;
}

struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_described(int); struct __fs_open_file *__fs_file_of(int file, int writes) {
  struct __fs_open_file *found = __fs_described(file);
  if (found && (found->flags & 3) == !writes) {
    __fs_error(9);
    return 0;
  }
  return found;
}

int __fs_stream_state(int); void __fs_use_standard(int writes) {
  if (!__fs_stream_state(writes)) return;
  if (writes) __fs_unfollowed("a write to standard output by its descriptor behind output of `stdio` that is not flushed");
  __fs_unfollowed("a read of standard input by its descriptor behind one of `stdio`");
}

struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_open_files(void); int __fs_new_descriptor(void *stream, int flags) {
  struct __fs_open_file *files = __fs_open_files();
  int file = 3;
  while (file < 64 && files[file].flags && __fs_is_open(files[file].stream)) file++;
  if (file == 64) __fs_unfollowed("more than 64 open files");
  files[file].stream = stream;
  files[file].flags = flags | 16;
  return file;
}

int __fs_clear_notes(void); void __fs_note_name(const char *); int __fs_open(const void *); int __fs_open_named(const void *stream, const char *name, const char *mode) {
  __fs_clear_notes();
  __fs_note_name(name);
  __fs_note_name(mode);
  return __fs_open(stream);
}

int __fs_end_stream(const void *); int __fs_open_named(const void *, const char *, const char *); int __fs_new_descriptor(void *, int); int open(const char *name, int flags) {
  if ((flags & 3) == 3 || flags & ~(3 | 64 | 128 | 256 | 512 | 1024 | 2048 | 32768 | 131072 | 524288))
    __fs_unfollowed("these flags of `open`");
  void *stream = __fs_object(1);
  const int missing = __fs_open_named(stream, name, "r");
  if (missing && !(flags & 64)) {
    __fs_error(missing);
    return -1;
  }
  if (!missing && (flags & 64) && (flags & 128)) {
    __fs_end_stream(stream);
    __fs_error(17);
    return -1;
  }
  if (missing || ((flags & 512) && (flags & 3))) __fs_open_named(stream, name, "w");
  if (flags & 1024) __fs_open_named(stream, name, "a");
  return __fs_new_descriptor(stream, flags);
}

int open(const char *, int); int open64(const char *name, int flags) {
  return open(name, flags);
}

int open(const char *, int); int creat(const char *name, unsigned int mode) {
  return open(name, 1 | 64 | 512);
}

int open(const char *, int); int openat(int folder, const char *name, int flags) {
  if (folder != -100 && name[0] != '/') __fs_unfollowed("`openat` in a folder");
  return open(name, flags);
}

struct __fs_open_file {
  void *stream;
  int flags;
}; int __fs_end_stream(const void *); struct __fs_open_file *__fs_described(int); int close(int file) {
  if (file >= 0 && file < 3) __fs_unfollowed("closing a standard stream by its descriptor");
  struct __fs_open_file *found = __fs_described(file);
  if (!found) return -1;
  if (found->flags & 8) __fs_unfollowed("closing the descriptor of a stream");
  __fs_end_stream(found->stream);
  found->flags = 0;
  return 0;
}

struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_file_of(int, int); void __fs_use_standard(int); int __fs_flush(const void *, int); int __fs_get(const void *); long read(int file, void *target, __SIZE_TYPE__ n) {
  void *stream = 0;
  if (file == 0) __fs_use_standard(0);
  else if (file == 1 || file == 2) __fs_unfollowed("a read of standard output");
  else {
    struct __fs_open_file *found = __fs_file_of(file, 0);
    if (!found) return -1;
    stream = found->stream;
  }
  __fs_writable(target, n);
  __SIZE_TYPE__ found = 0;
  while (found < n) {
    int c = __fs_get(stream);
    if (c < 0) break;
    ((char *)target)[found++] = c;
  }
  if (file == 0) __fs_flush(0, 0);
  return found;
}

int __fs_stream_state(int); struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_file_of(int, int); void __fs_use_standard(int); int __fs_flush(const void *, int); int __fs_put(const void *, int); long write(int file, const void *source, __SIZE_TYPE__ n) {
  void *stream = 0;
  if (file == 0) __fs_unfollowed("a write to standard input");
  else if (file == 1) __fs_use_standard(1);
  else if (file == 2) {
    if (__fs_stream_state(3)) __fs_unfollowed("what standard error is");
    stream = (void *)2;
  } else {
    struct __fs_open_file *found = __fs_file_of(file, 1);
    if (!found) return -1;
    stream = found->stream;
  }
  __fs_readable(source, n);
  for (__SIZE_TYPE__ i = 0; i < n; i++) __fs_put(stream, ((const char *)source)[i]);
  if (file == 1) __fs_flush(0, 1);
  return n;
}

struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_described(int); int __fs_seek(const void *, long, int); long __fs_position(const void *); long lseek(int file, long offset, int whence) {
  if (file >= 0 && file < 3) __fs_unfollowed("`lseek` of a standard stream");
  struct __fs_open_file *found = __fs_described(file);
  if (!found) return -1;
  if (__fs_seek(found->stream, offset, whence)) {
    __fs_error(22);
    return -1;
  }
  return __fs_position(found->stream);
}

long lseek(int, long, int); long read(int, void *, __SIZE_TYPE__); long pread(int file, void *target, __SIZE_TYPE__ n, long offset) {
  const long before = lseek(file, 0, 1);
  if (before < 0 || lseek(file, offset, 0) < 0) return -1;
  const long found = read(file, target, n);
  lseek(file, before, 0);
  return found;
}

long lseek(int, long, int); long write(int, const void *, __SIZE_TYPE__); long pwrite(int file, const void *source, __SIZE_TYPE__ n, long offset) {
  const long before = lseek(file, 0, 1);
  if (before < 0 || lseek(file, offset, 0) < 0) return -1;
  const long written = write(file, source, n);
  lseek(file, before, 0);
  return written;
}

int __fs_seek(const void *, long, int); long __fs_position(const void *); void __fs_describe_file(const void *stream, void *target) {
  const int is_wide = sizeof(long) == 8;
  const long at = __fs_position(stream);
  __fs_seek(stream, 0, 2);
  const long size = __fs_position(stream);
  __fs_seek(stream, at, 0);
  __fs_forget(target, is_wide ? 144 : 88);
  *(unsigned int *)((char *)target + (is_wide ? 24 : 16)) = 0100644;
  *(long *)((char *)target + (is_wide ? 48 : 44)) = size;
}

int __fs_stream_state(int); struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_described(int); void __fs_describe_file(const void *, void *); int fstat(int file, void *target) {
  __fs_writable(target, sizeof(long) == 8 ? 144 : 88);
  if (file >= 0 && file < 3) {
    if (__fs_stream_state(3)) __fs_unfollowed("what the standard streams are");
    __fs_forget(target, sizeof(long) == 8 ? 144 : 88);
    return 0;
  }
  struct __fs_open_file *found = __fs_described(file);
  if (!found) return -1;
  __fs_describe_file(found->stream, target);
  return 0;
}

int __fs_open_named(const void *, const char *, const char *); int __fs_end_stream(const void *); void __fs_describe_file(const void *, void *); int stat(const char *name, void *target) {
  __fs_writable(target, sizeof(long) == 8 ? 144 : 88);
  void *stream = __fs_object(1);
  const int missing = __fs_open_named(stream, name, "r");
  if (missing) {
    __fs_error(missing);
    return -1;
  }
  __fs_describe_file(stream, target);
  __fs_end_stream(stream);
  return 0;
}

int __fs_open_named(const void *, const char *, const char *); int __fs_end_stream(const void *); int access(const char *name, int mode) {
  if (mode & 1) __fs_unfollowed("whether a file can be executed");
  void *stream = __fs_object(1);
  const int missing = __fs_open_named(stream, name, "r");
  if (missing) {
    __fs_error(missing);
    return -1;
  }
  __fs_end_stream(stream);
  return 0;
}

int remove(const char *); int unlink(const char *name) {
  return remove(name);
}

int __fs_stream_state(int); struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_described(int); int isatty(int file) {
  if (__fs_stream_state(2)) return 1;
  if ((file >= 0 && file < 3) || __fs_described(file)) __fs_error(25);
  return 0;
}

struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_open_files(void); int __fs_standard(const void *); int __fs_new_descriptor(void *, int); int fileno(void *stream) {
  __fs_need(stream != 0, "the stream is null");
  __fs_need(__fs_is_open(stream), "the stream is closed");
  const int standard = __fs_standard(stream);
  if (standard >= 0) return standard;
  struct __fs_open_file *files = __fs_open_files();
  for (int file = 3; file < 64; file++)
    if (files[file].flags && files[file].stream == stream) return file;
  return __fs_new_descriptor(stream, 2 | 8);
}

struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_described(int); void *fdopen(int file, const char *mode) {
  if (file >= 0 && file < 3) __fs_unfollowed("a stream of a standard descriptor");
  struct __fs_open_file *found = __fs_described(file);
  if (!found) return 0;
  if (found->flags & 8) __fs_unfollowed("a second stream of a descriptor");
  const int writes = mode[0] != 'r' || mode[1] == '+' || (mode[1] && mode[2] == '+');
  const int reads = mode[0] == 'r' || mode[1] == '+' || (mode[1] && mode[2] == '+');
  if ((writes && (found->flags & 3) == 0) || (reads && (found->flags & 3) == 1)) {
    __fs_error(22);
    return 0;
  }
  if (mode[0] == 'a' && !(found->flags & 1024)) __fs_unfollowed("`fdopen` that appends");
  found->flags |= 8;
  return found->stream;
}

struct __fs_open_file {
  void *stream;
  int flags;
}; struct __fs_open_file *__fs_described(int); int fsync(int file) {
  if (file >= 0 && file < 3) __fs_unfollowed("`fsync` of a standard stream");
  return __fs_described(file) ? 0 : -1;
}

int fsync(int); int fdatasync(int file) {
  return fsync(file);
}
