long __fs_time(long *result) {
  long now = __fs_any(0, 2147483647);
  if (result) *result = now;
  return now;
}

_Bool __fs_has_descriptors; int __fs_descriptor(int file, int is_new) {
  if (is_new && file >= 0) __fs_has_descriptors = 1;
  return is_new ? file : file >= 0 && (file <= 2 || __fs_has_descriptors);
}

long __fs_of_unknown_file(long most) {
  return __fs_any_or_error(-1, most);
}

int __fs_descriptor(int, int); int socket(int domain, int type, int protocol) {
  return __fs_descriptor(__fs_any_or_error(-1, 2147483647), 1);
}

int __fs_descriptor(int, int); int dup(int file) {
  return __fs_descriptor(__fs_any_or_error(-1, 2147483647), 1);
}

int __fs_descriptor(int, int); int epoll_create(int n) {
  return __fs_descriptor(__fs_any_or_error(-1, 2147483647), 1);
}

int close(int file) {
  if (file < 0) {
    __fs_error(9);
    return -1;
  }
  return __fs_any_or_error(-1, 0);
}

int listen(int file, int n) {
  return __fs_any_or_error(-1, 0);
}

int shutdown(int file, int how) {
  return __fs_any_or_error(-1, 0);
}

int __fs_descriptor(int, int); int dup2(int from, int to) {
  return __fs_descriptor(__fs_any_or_error(-1, 2147483647), 1);
}

int bind(int file, const void *address, unsigned int length) {
  return __fs_any_or_error(-1, 0);
}

int connect(int file, const void *address, unsigned int length) {
  return __fs_any_or_error(-1, 0);
}

int setsockopt(int file, int level, int name, const void *value, unsigned int length) {
  return __fs_any_or_error(-1, 0);
}

int __fs_descriptor(int, int); int accept(int file, void *address, unsigned int *length) {
  if (address && length) __fs_writable(address, *length);
  int accepted = __fs_descriptor(__fs_any_or_error(-1, 2147483647), 1);
  if (address && length && accepted >= 0) __fs_forget(address, *length);
  return accepted;
}

int __fs_descriptor(int, int); long __fs_of_unknown_file(long); long recv(int file, void *target, __SIZE_TYPE__ n, int flags) {
  if (file < 0) {
    __fs_error(9);
    return -1;
  }
  __fs_writable(target, n);
  long found = __fs_descriptor(file, 0) ? __fs_any_or_error(-1, n) : __fs_of_unknown_file(n);
  if (found > 0) __fs_forget(target, n, found);
  return found;
}

int __fs_descriptor(int, int); long __fs_of_unknown_file(long); long read(int file, void *target, __SIZE_TYPE__ n) {
  if (file < 0) {
    __fs_error(9);
    return -1;
  }
  __fs_writable(target, n);
  long found = __fs_descriptor(file, 0) ? __fs_any_or_error(-1, n) : __fs_of_unknown_file(n);
  if (found > 0) __fs_forget(target, n, found);
  return found;
}

int __fs_descriptor(int, int); long __fs_of_unknown_file(long); long pread(int file, void *target, __SIZE_TYPE__ n, long offset) {
  if (file < 0) {
    __fs_error(9);
    return -1;
  }
  __fs_writable(target, n);
  long found = __fs_descriptor(file, 0) ? __fs_any_or_error(-1, n) : __fs_of_unknown_file(n);
  if (found > 0) __fs_forget(target, n, found);
  return found;
}

int __fs_descriptor(int, int); long __fs_of_unknown_file(long); long recvfrom(int file, void *target, __SIZE_TYPE__ n, int flags, void *address, unsigned int *length) {
  if (file < 0) {
    __fs_error(9);
    return -1;
  }
  __fs_writable(target, n);
  long found = __fs_descriptor(file, 0) ? __fs_any_or_error(-1, n) : __fs_of_unknown_file(n);
  if (found > 0) __fs_forget(target, n, found);
  if (address && length) {
    __fs_writable(address, *length);
    if (found >= 0) __fs_forget(address, *length);
  }
  return found;
}

long send(int file, const void *source, __SIZE_TYPE__ n, int flags) {
  if (file < 0) {
    __fs_error(9);
    return -1;
  }
  __fs_readable(source, n);
  return __fs_any_or_error(-1, n);
}

long write(int file, const void *source, __SIZE_TYPE__ n) {
  if (file < 0) {
    __fs_error(9);
    return -1;
  }
  __fs_readable(source, n);
  return __fs_any_or_error(-1, n);
}

long pwrite(int file, const void *source, __SIZE_TYPE__ n, long offset) {
  if (file < 0) {
    __fs_error(9);
    return -1;
  }
  __fs_readable(source, n);
  return __fs_any_or_error(-1, n);
}

int __fs_descriptor(int, int); void __fs_printed(const char *); int open(const char *name, int flags) {
  __fs_printed(name);
  return __fs_descriptor(__fs_any_or_error(-1, 2147483647), 1);
}

int __fs_descriptor(int, int); void __fs_printed(const char *); int open64(const char *name, int flags) {
  __fs_printed(name);
  return __fs_descriptor(__fs_any_or_error(-1, 2147483647), 1);
}

int __fs_descriptor(int, int); void __fs_printed(const char *); int creat(const char *name, unsigned int mode) {
  __fs_printed(name);
  return __fs_descriptor(__fs_any_or_error(-1, 2147483647), 1);
}

void __fs_printed(const char *); int unlink(const char *name) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int rmdir(const char *name) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int chdir(const char *name) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int access(const char *name, int mode) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int mkdir(const char *name, unsigned int mode) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

long lseek(int file, long offset, int whence) {
  return __fs_any_or_error(-1, 2147483647);
}

unsigned short htons(unsigned short x) {
  return x << 8 | x >> 8;
}

unsigned short ntohs(unsigned short x) {
  return x << 8 | x >> 8;
}

unsigned int htonl(unsigned int x) {
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

unsigned int ntohl(unsigned int x) {
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

void __fs_printed(const char *); unsigned int inet_addr(const char *text) {
  __fs_printed(text);
  return __fs_any(0, 4294967295);
}

int getpid(void) {
  static int process;
  if (!process) process = __fs_any(1, 4194304);
  return process;
}

int getppid(void) {
  return __fs_any(1, 4194304);
}

void *malloc(__SIZE_TYPE__); char *getcwd(char *target, __SIZE_TYPE__ n) {
  if (target) __fs_writable(target, n);
  else n = 64;
  if (n < 2 || !__fs_any(0, 1)) {
    __fs_error();
    return 0;
  }
  if (!target) target = malloc(n);
  if (!target) return 0;
  __SIZE_TYPE__ found = __fs_any(1, n - 1);
  __fs_forget(target, n - 1, found);
  target[found] = 0;
  return target;
}

int __fs_descriptor(int, int); int pipe(int *ends) {
  __fs_writable(ends, 2 * sizeof(int));
  if (__fs_any_or_error(-1, 0)) return -1;
  ends[0] = __fs_descriptor(__fs_any(0, 2147483647), 1);
  ends[1] = __fs_any(0, 2147483647);
  return 0;
}

int __fs_descriptor(int, int); int socketpair(int domain, int type, int protocol, int *ends) {
  __fs_writable(ends, 2 * sizeof(int));
  if (__fs_any_or_error(-1, 0)) return -1;
  ends[0] = __fs_descriptor(__fs_any(0, 2147483647), 1);
  ends[1] = __fs_any(0, 2147483647);
  return 0;
}

int __fs_descriptor(int, int); long __fs_of_unknown_file(long); int isatty(int file) {
  if (file < 0) {
    __fs_error(9);
    return 0;
  }
  if (!__fs_descriptor(file, 0)) return __fs_of_unknown_file(0) + 1;
  if (__fs_any(0, 1)) return 1;
  __fs_error();
  return 0;
}

int getpgrp(void) {
  return __fs_any(1, 4194304);
}

int setsid(void) {
  return __fs_any_or_error(-1, 4194304);
}

unsigned int getuid(void) {
  return __fs_any(0, 4294967295);
}

unsigned int geteuid(void) {
  return __fs_any(0, 4294967295);
}

unsigned int getgid(void) {
  return __fs_any(0, 4294967295);
}

unsigned int getegid(void) {
  return __fs_any(0, 4294967295);
}

int setuid(unsigned int user) {
  return __fs_any_or_error(-1, 0);
}

int setgid(unsigned int group) {
  return __fs_any_or_error(-1, 0);
}

int pause(void) {
  return __fs_any_or_error(-1, -1);
}

char *optarg; int optind = 1, opterr = 1, optopt = '?'; int getopt(int n, char *const *arguments, const char *options) {
  static int next;
  if (optind == 0) optind = 1;
  if (optind >= n && !next) return -1;
  const int is_last = __fs_any(0, 1), kind = __fs_any(0, 3);
  optarg = 0;
  optopt = __fs_any(-128, 127);
  if (!next && kind == 0) {
    if (__fs_any(0, 1)) optind++;
    return -1;
  }
  next = !is_last;
  if (is_last) optind++;
  if (kind == 1) return options[0] == ':' && __fs_any(0, 1) ? ':' : '?';
  __SIZE_TYPE__ last = 0;
  while (options[last]) last++;
  if (last == 0) return '?';
  const __SIZE_TYPE__ chosen = __fs_any(0, last - 1);
  if (options[chosen] == ':') return '?';
  if (options[chosen + 1] == ':') {
    next = 0;
    if (!is_last) optind++;
    if (options[chosen + 2] != ':' || kind == 2) {
      const int at = __fs_any(1, n - 1);
      __SIZE_TYPE__ length = 0;
      while (arguments[at][length]) length++;
      optarg = arguments[at] + __fs_any(0, length);
    }
  }
  return (unsigned char)options[chosen];
}

struct __fs_option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
}; extern char *optarg; extern int optind, optopt; int getopt(int, char *const *, const char *); int getopt_long(int n, char *const *arguments, const char *options, const struct __fs_option *longs, int *index) {
  const int is_long = __fs_any(0, 1);
  if (!is_long || optind >= n || !longs) return getopt(n, arguments, options);
  int count = 0;
  while (longs[count].name) count++;
  if (optind == 0) optind = 1;
  optind++;
  optarg = 0;
  optopt = __fs_any(-2147483647 - 1, 2147483647);
  if (count == 0 || __fs_any(0, 1)) return options[0] == ':' && __fs_any(0, 1) ? ':' : '?';
  const int chosen = __fs_any(0, count - 1);
  if (longs[chosen].has_arg == 1 || (longs[chosen].has_arg && __fs_any(0, 1))) {
    const int at = __fs_any(1, n - 1);
    __SIZE_TYPE__ length = 0;
    while (arguments[at][length]) length++;
    optarg = arguments[at] + __fs_any(0, length);
    if (optind < n && __fs_any(0, 1)) optind++;
  }
  if (index) *index = chosen;
  if (!longs[chosen].flag) return longs[chosen].val;
  *longs[chosen].flag = longs[chosen].val;
  return 0;
}

__SIZE_TYPE__ __fs_text_length(__SIZE_TYPE__, __SIZE_TYPE__); void __fs_text(char *, __SIZE_TYPE__, __SIZE_TYPE__); int gethostname(char *target, __SIZE_TYPE__ n) {
  __fs_writable(target, n);
  if (__fs_any_or_error(-1, 0)) return -1;
  if (n == 0) return 0;
  const __SIZE_TYPE__ most = n - 1 < 64 ? n - 1 : 64;
  __SIZE_TYPE__ found = __fs_text_length(0, most);
  __fs_text(target, found, most);
  target[found] = 0;
  return 0;
}

long sysconf(int name) {
  return __fs_any_or_end(-1, 2147483647);
}

void __fs_printed(const char *); long pathconf(const char *path, int name) {
  __fs_printed(path);
  return __fs_any_or_end(-1, 2147483647);
}

int ftruncate(int file, long length) {
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int truncate(const char *name, long length) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int link(const char *from, const char *to) {
  __fs_printed(from);
  __fs_printed(to);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int symlink(const char *from, const char *to) {
  __fs_printed(from);
  __fs_printed(to);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); long readlink(const char *name, char *target, __SIZE_TYPE__ n) {
  __fs_printed(name);
  __fs_writable(target, n);
  long found = __fs_any_or_error(-1, n);
  if (found > 0) __fs_forget(target, n, found);
  return found;
}

int fsync(int file) {
  return __fs_any_or_error(-1, 0);
}

int fdatasync(int file) {
  return __fs_any_or_error(-1, 0);
}

void sync(void) {
}

int fchdir(int file) {
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int chown(const char *name, unsigned int user, unsigned int group) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

int fchown(int file, unsigned int user, unsigned int group) {
  return __fs_any_or_error(-1, 0);
}

__SIZE_TYPE__ __fs_text_length(__SIZE_TYPE__, __SIZE_TYPE__); void __fs_text(char *, __SIZE_TYPE__, __SIZE_TYPE__); char *ttyname(int file) {
  static char text[256];
  if (!__fs_any(0, 1)) {
    __fs_error();
    return 0;
  }
  __SIZE_TYPE__ n = __fs_text_length(1, 255);
  __fs_text(text, n, 255);
  text[n] = 0;
  return text;
}

__SIZE_TYPE__ __fs_text_length(__SIZE_TYPE__, __SIZE_TYPE__); void __fs_text(char *, __SIZE_TYPE__, __SIZE_TYPE__); char *getlogin(void) {
  static char text[256];
  if (!__fs_any(0, 1)) {
    __fs_error();
    return 0;
  }
  __SIZE_TYPE__ n = __fs_text_length(1, 255);
  __fs_text(text, n, 255);
  text[n] = 0;
  return text;
}

int getpagesize(void) {
  return 4096;
}

int nice(int by) {
  return __fs_any_or_end(-20, 19);
}

void swab(const void *source, void *target, long n) {
  const char *from = source;
  char *to = target;
  for (long i = 0; i + 1 < n; i += 2) {
    const char first = from[i];
    to[i] = from[i + 1];
    to[i + 1] = first;
  }
}

long lseek(int, long, int); long lseek64(int file, long offset, int whence) {
  return lseek(file, offset, whence);
}

long read(int, void *, __SIZE_TYPE__); long __read_chk(int file, void *target, __SIZE_TYPE__ n, __SIZE_TYPE__ room) {
  __fs_require(n <= room, "more is read than there is room for");
  return read(file, target, n);
}

char *getcwd(char *, __SIZE_TYPE__); char *__getcwd_chk(char *target, __SIZE_TYPE__ n, __SIZE_TYPE__ room) {
  return getcwd(target, n);
}

long readlink(const char *, char *, __SIZE_TYPE__); long __readlink_chk(const char *name, char *target, __SIZE_TYPE__ n, __SIZE_TYPE__ room) {
  return readlink(name, target, n);
}

int __fs_descriptor(int, int); void __fs_printed(const char *); int openat(int folder, const char *name, int flags) {
  __fs_printed(name);
  return __fs_descriptor(__fs_any_or_error(-1, 2147483647), 1);
}

int posix_fadvise(int file, long offset, long length, int advice) {
  return __fs_any(0, 133);
}

int __fs_descriptor(int, int); int fcntl(int file, int command) {
  if (command != 0 && command != 1 && command != 2 && command != 3 && command != 4 && command != 1030)
    __fs_unfollowed("this command of `fcntl`");
  int result = __fs_any_or_error(-1, 2147483647);
  return command == 0 || command == 1030 ? __fs_descriptor(result, 1) : result;
}

void __fs_printed(const char *); int stat(const char *name, void *target) {
  __fs_printed(name);
  __fs_writable(target, sizeof(long) == 8 ? 144 : 88);
  if (__fs_any_or_error(-1, 0)) return -1;
  __fs_forget(target, sizeof(long) == 8 ? 144 : 88);
  return 0;
}

int stat(const char *, void *); int lstat(const char *name, void *target) {
  return stat(name, target);
}

int __fs_descriptor(int, int); long __fs_of_unknown_file(long); int fstat(int file, void *target) {
  if (file < 0) {
    __fs_error(9);
    return -1;
  }
  __fs_writable(target, sizeof(long) == 8 ? 144 : 88);
  if (__fs_descriptor(file, 0) ? __fs_any_or_error(-1, 0) : __fs_of_unknown_file(0)) return -1;
  __fs_forget(target, sizeof(long) == 8 ? 144 : 88);
  return 0;
}

int stat(const char *, void *); int fstatat(int folder, const char *name, void *target, int flags) {
  return stat(name, target);
}

int stat(const char *, void *); int __xstat(int version, const char *name, void *target) {
  return stat(name, target);
}

int stat(const char *, void *); int __lxstat(int version, const char *name, void *target) {
  return stat(name, target);
}

int fstat(int, void *); int __fxstat(int version, int file, void *target) {
  return fstat(file, target);
}

void __fs_printed(const char *); int mkdirat(int folder, const char *name, unsigned int mode) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int mkfifo(const char *name, unsigned int mode) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int chmod(const char *name, unsigned int mode) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

int fchmod(int file, unsigned int mode) {
  return __fs_any_or_error(-1, 0);
}

unsigned int umask(unsigned int mode) {
  return __fs_any(0, 511);
}

int getrusage(int who, void *target) {
  const int size = sizeof(long) == 8 ? 144 : 72;
  __fs_writable(target, size);
  if (__fs_any_or_error(-1, 0)) return -1;
  __fs_forget(target, size);
  return 0;
}

int getrlimit(int resource, unsigned long *limits) {
  __fs_writable(limits, 2 * sizeof(long));
  if (__fs_any_or_error(-1, 0)) return -1;
  __fs_forget(limits, 2 * sizeof(long));
  return 0;
}

int setrlimit(int resource, const unsigned long *limits) {
  __fs_readable(limits, 2 * sizeof(long));
  return __fs_any_or_error(-1, 0);
}

int getpriority(int which, unsigned int who) {
  return __fs_any_or_end(-20, 19);
}

int setpriority(int which, unsigned int who, int priority) {
  return __fs_any_or_error(-1, 0);
}

int wait(int *status) {
  if (status) __fs_writable(status, sizeof(int));
  const int found = __fs_any_or_error(-1, 4194304);
  if (found > 0 && status) *status = __fs_any(0, 65535);
  return found;
}

int waitpid(int process, int *status, int options) {
  if (status) __fs_writable(status, sizeof(int));
  const int found = __fs_any_or_error(-1, 4194304);
  if (found > 0 && status) *status = __fs_any(0, 65535);
  return found;
}

int getpid(void); int raise(int); int kill(int process, int number) {
  if (process == getpid()) return raise(number);
  return __fs_any_or_error(-1, 0);
}

int select(int n, void *reads, void *writes, void *others, void *timeout) {
  if (reads) __fs_writable(reads, 128);
  if (writes) __fs_writable(writes, 128);
  if (others) __fs_writable(others, 128);
  const int found = __fs_any_or_error(-1, 1024);
  if (found >= 0 && reads) __fs_forget(reads, 128);
  if (found >= 0 && writes) __fs_forget(writes, 128);
  if (found >= 0 && others) __fs_forget(others, 128);
  if (timeout) __fs_writable(timeout, 2 * sizeof(long));
  if (timeout) __fs_forget(timeout, 2 * sizeof(long));
  return found;
}

struct pollfd {
  int fd;
  short events, revents;
}; int poll(struct pollfd *files, unsigned long n, int timeout) {
  __fs_writable(files, n * 8);
  const int found = __fs_any_or_error(-1, n < 2147483647 ? n : 2147483647);
  for (unsigned long i = 0; found >= 0 && i < n; i++) files[i].revents = __fs_any(-32768, 32767);
  return found;
}

int uname(void *target) {
  __fs_writable(target, 390);
  if (__fs_any_or_error(-1, 0)) return -1;
  __fs_forget(target, 390);
  char *fields = target;
  fields[64] = fields[129] = fields[194] = fields[259] = fields[324] = fields[389] = 0;
  return 0;
}

void __fs_printed(const char *); void *opendir(const char *name) {
  __fs_printed(name);
  if (!__fs_any(0, 1)) {
    __fs_error();
    return 0;
  }
  return __fs_object(1);
}

__SIZE_TYPE__ __fs_text_length(__SIZE_TYPE__, __SIZE_TYPE__); void __fs_text(char *, __SIZE_TYPE__, __SIZE_TYPE__); void *readdir(void *folder) {
  static char entry[280];
  const int start = sizeof(long) == 8 ? 19 : 11;
  __fs_need(folder != 0, "the folder is null");
  __fs_need(__fs_is_open(folder), "the folder is closed");
  if (!__fs_any(0, 1)) {
    __fs_error_or_end();
    return 0;
  }
  const int n = __fs_text_length(1, 255);
  __fs_forget(entry, start);
  __fs_text(entry + start, n, 255);
  entry[start + n] = 0;
  return entry;
}

int closedir(void *folder) {
  __fs_need(folder != 0, "the folder is null");
  __fs_need(__fs_is_open(folder), "the folder is closed");
  __fs_close(folder);
  return __fs_any_or_error(-1, 0);
}

void rewinddir(void *folder) {
  __fs_need(folder != 0, "the folder is null");
  __fs_need(__fs_is_open(folder), "the folder is closed");
}

long sendto(int file, const void *source, __SIZE_TYPE__ n, int flags, const void *address, unsigned int length) {
  __fs_readable(source, n);
  return __fs_any_or_error(-1, n);
}

int getsockopt(int file, int level, int name, void *value, unsigned int *length) {
  __fs_writable(value, *length);
  if (__fs_any_or_error(-1, 0)) return -1;
  __fs_forget(value, *length);
  return 0;
}

int getsockname(int file, void *address, unsigned int *length) {
  __fs_writable(address, *length);
  if (__fs_any_or_error(-1, 0)) return -1;
  __fs_forget(address, *length);
  return 0;
}

int getsockname(int, void *, unsigned int *); int getpeername(int file, void *address, unsigned int *length) {
  return getsockname(file, address, length);
}

void __fs_printed(const char *); int inet_pton(int family, const char *text, void *target) {
  __fs_printed(text);
  __fs_writable(target, family == 10 ? 16 : 4);
  const int found = __fs_any_or_end(-1, 1);
  if (found == 1) __fs_forget(target, family == 10 ? 16 : 4);
  return found;
}

const char *inet_ntop(int family, const void *address, char *target, unsigned int n) {
  __fs_readable(address, family == 10 ? 16 : 4);
  __fs_writable(target, n);
  if (n == 0 || !__fs_any(0, 1)) {
    __fs_error();
    return 0;
  }
  const int found = __fs_any(0, n - 1 < 45 ? n - 1 : 45);
  __fs_forget(target, 45, found);
  target[found] = 0;
  return target;
}

int mprotect(void *start, __SIZE_TYPE__ n, int protection) {
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); void openlog(const char *name, int options, int facility) {
  if (name) __fs_printed(name);
}

void closelog(void) {
}

int pthread_mutex_init(void *mutex, const void *attributes) {
  __fs_require(mutex != 0, "the mutex is null");
  return 0;
}

int pthread_mutex_lock(void *mutex) {
  __fs_require(mutex != 0, "the mutex is null");
  return 0;
}

int pthread_mutex_trylock(void *mutex) {
  __fs_require(mutex != 0, "the mutex is null");
  return __fs_any(0, 133);
}

int pthread_mutex_unlock(void *mutex) {
  __fs_require(mutex != 0, "the mutex is null");
  return 0;
}

int pthread_mutex_destroy(void *mutex) {
  __fs_require(mutex != 0, "the mutex is null");
  return 0;
}

int pthread_cond_init(void *condition, const void *attributes) {
  return 0;
}

int pthread_cond_signal(void *condition) {
  return 0;
}

int pthread_cond_broadcast(void *condition) {
  return 0;
}

int pthread_cond_destroy(void *condition) {
  return 0;
}

int pthread_equal(unsigned long left, unsigned long right) {
  return left == right ? __fs_truth(1) : 0;
}

unsigned long pthread_self(void) {
  return 1;
}

int pthread_join(unsigned long thread, void **result) {
  if (result) *result = 0;
  return __fs_any(1, 133);
}
