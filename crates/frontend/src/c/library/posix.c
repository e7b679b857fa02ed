long __fs_time(long *result) {
  long now = __fs_any(0, 2147483647);
  if (result) *result = now;
  return now;
}

int socket(int domain, int type, int protocol) {
  return __fs_any_or_error(-1, 2147483647);
}

int dup(int file) {
  return __fs_any_or_error(-1, 2147483647);
}

int epoll_create(int n) {
  return __fs_any_or_error(-1, 2147483647);
}

int close(int file) {
  return __fs_any_or_error(-1, 0);
}

int listen(int file, int n) {
  return __fs_any_or_error(-1, 0);
}

int shutdown(int file, int how) {
  return __fs_any_or_error(-1, 0);
}

int dup2(int from, int to) {
  return __fs_any_or_error(-1, 2147483647);
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

int accept(int file, void *address, unsigned int *length) {
  if (address && length) __fs_writable(address, *length);
  int accepted = __fs_any_or_error(-1, 2147483647);
  if (address && length && accepted >= 0) __fs_forget(address, *length);
  return accepted;
}

long recv(int file, void *target, __SIZE_TYPE__ n, int flags) {
  __fs_writable(target, n);
  long found = __fs_any_or_error(-1, n);
  if (found > 0) __fs_forget(target, n, found);
  return found;
}

long read(int file, void *target, __SIZE_TYPE__ n) {
  __fs_writable(target, n);
  long found = __fs_any_or_error(-1, n);
  if (found > 0) __fs_forget(target, n, found);
  return found;
}

long pread(int file, void *target, __SIZE_TYPE__ n, long offset) {
  __fs_writable(target, n);
  long found = __fs_any_or_error(-1, n);
  if (found > 0) __fs_forget(target, n, found);
  return found;
}

long recvfrom(int file, void *target, __SIZE_TYPE__ n, int flags, void *address, unsigned int *length) {
  __fs_writable(target, n);
  long found = __fs_any_or_error(-1, n);
  if (found > 0) __fs_forget(target, n, found);
  if (address && length) {
    __fs_writable(address, *length);
    if (found >= 0) __fs_forget(address, *length);
  }
  return found;
}

long send(int file, const void *source, __SIZE_TYPE__ n, int flags) {
  __fs_readable(source, n);
  return __fs_any_or_error(-1, n);
}

long write(int file, const void *source, __SIZE_TYPE__ n) {
  __fs_readable(source, n);
  return __fs_any_or_error(-1, n);
}

long pwrite(int file, const void *source, __SIZE_TYPE__ n, long offset) {
  __fs_readable(source, n);
  return __fs_any_or_error(-1, n);
}

void __fs_printed(const char *); int open(const char *name, int flags) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 2147483647);
}

void __fs_printed(const char *); int open64(const char *name, int flags) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 2147483647);
}

void __fs_printed(const char *); int creat(const char *name, unsigned int mode) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 2147483647);
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

void __VERIFIER_nondet_memory(void *target, __SIZE_TYPE__ n) {
  __fs_writable(target, n);
  __fs_forget(target, n);
}

int getpid(void) {
  return __fs_any(1, 4194304);
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
