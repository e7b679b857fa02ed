void **__fs_signal_handler(int number) {
  static void *handlers[65];
  return &handlers[number];
}

void **__fs_signal_handler(int); void *signal(int number, void *handler) {
  if (number < 1 || number > 64 || number == 9 || number == 19) {
    __fs_error(22);
    return (void *)-1;
  }
  void *before = *__fs_signal_handler(number);
  *__fs_signal_handler(number) = handler;
  return before;
}

void **__fs_signal_handler(int); void abort(void); int raise(int number) {
  if (number < 1 || number > 64) {
    __fs_error(22);
    return -1;
  }
  void (*handler)(int) = (void (*)(int))*__fs_signal_handler(number);
  if (handler == (void (*)(int))1) return 0;
  if (handler) handler(number);
  else if (number == 6) abort();
  else if (number != 17 && number != 18 && number != 23 && number != 28) __fs_unfollowed("the end of a program by a signal");
  return 0;
}

void **__fs_signal_handler(int); int sigaction(int number, const void *action, void *before) {
  const int size = sizeof(long) == 8 ? 152 : 140;
  if (number < 1 || number > 64 || ((number == 9 || number == 19) && action)) {
    __fs_error(22);
    return -1;
  }
  if (before) {
    __fs_writable(before, size);
    *(void **)before = *__fs_signal_handler(number);
    __fs_forget((char *)before + sizeof(void *), size - sizeof(void *));
  }
  if (action) {
    __fs_readable(action, size);
    *__fs_signal_handler(number) = *(void *const *)action;
  }
  return 0;
}

int sigemptyset(void *set) {
  __fs_writable(set, 128);
  __fs_forget(set, 128);
  return 0;
}

int sigfillset(void *set) {
  __fs_writable(set, 128);
  __fs_forget(set, 128);
  return 0;
}

int sigaddset(void *set, int number) {
  __fs_writable(set, 128);
  __fs_forget(set, 128);
  return __fs_any_or_error(-1, 0);
}

int sigdelset(void *set, int number) {
  __fs_writable(set, 128);
  __fs_forget(set, 128);
  return __fs_any_or_error(-1, 0);
}

int sigismember(const void *set, int number) {
  __fs_readable(set, 128);
  return __fs_any_or_error(-1, 1);
}

int sigprocmask(int how, const void *set, void *before) {
  if (set) __fs_readable(set, 128);
  if (before) {
    __fs_writable(before, 128);
    __fs_forget(before, 128);
  }
  return __fs_any_or_error(-1, 0);
}

int sigpending(void *set) {
  __fs_writable(set, 128);
  __fs_forget(set, 128);
  return __fs_any_or_error(-1, 0);
}
