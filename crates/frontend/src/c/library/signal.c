struct __fs_disposition {
  void *handler;
  unsigned long long mask;
  int flags;
}; struct __fs_disposition *__fs_disposition(int number) {
  static struct __fs_disposition dispositions[65];
  return &dispositions[number];
}

unsigned long long *__fs_signal_state(void) {
  static unsigned long long state[2];
  return state;
}

unsigned long long __fs_signal_set(const unsigned long *set) {
  unsigned long long bits = set[0];
  if (sizeof(long) == 4) bits |= (unsigned long long)set[1] << 16 << 16;
  return bits;
}

void __fs_put_signal_set(unsigned long *set, unsigned long long bits) {
  const int size = sizeof(long) == 8 ? 8 : 8;
  __fs_writable(set, 128);
  set[0] = bits;
  if (sizeof(long) == 4) set[1] = bits >> 32;
  __fs_forget((char *)set + size, 128 - size);
}

int __fs_is_ignored(const void *handler, int number) {
  return handler == (void *)1 || (!handler && (number == 17 || number == 18 || number == 23 || number == 28));
}

struct __fs_disposition {
  void *handler;
  unsigned long long mask;
  int flags;
}; struct __fs_disposition *__fs_disposition(int); unsigned long long *__fs_signal_state(void); int __fs_is_ignored(const void *, int); void __fs_abort(void); void __fs_handle(int number) {
  struct __fs_disposition *disposition = __fs_disposition(number);
  void *handler = disposition->handler;
  if (__fs_is_ignored(handler, number)) return;
  if (!handler) {
    if (number == 6) __fs_abort();
    __fs_unfollowed("the end of a program by a signal");
    return;
  }
  unsigned long long *state = __fs_signal_state();
  const unsigned long long before = state[0];
  state[0] = before | disposition->mask;
  if (!(disposition->flags & 0x40000000)) state[0] |= 1ULL << (number - 1);
  if (disposition->flags & 0x80000000) disposition->handler = 0;
  if (disposition->flags & 4) {
    static int information[32];
    information[0] = number;
    information[1] = 0;
    information[2] = -6;
    ((void (*)(int, void *, void *))handler)(number, information, 0);
  } else ((void (*)(int))handler)(number);
  state[0] = before;
}

unsigned long long *__fs_signal_state(void); void __fs_handle(int); void __fs_deliver(void) {
  unsigned long long *state = __fs_signal_state();
  for (;;) {
    const unsigned long long ready = state[1] & ~state[0];
    if (!ready) return;
    if (ready & (ready - 1)) __fs_unfollowed("several signals that come at once");
    int number = 1;
    while (!(ready >> (number - 1) & 1)) number++;
    state[1] &= ~(1ULL << (number - 1));
    __fs_handle(number);
  }
}

struct __fs_disposition {
  void *handler;
  unsigned long long mask;
  int flags;
}; struct __fs_disposition *__fs_disposition(int); unsigned long long *__fs_signal_state(void); int __fs_is_ignored(const void *, int); void __fs_dispose(int number, void *handler, unsigned long long mask, int flags) {
  struct __fs_disposition *disposition = __fs_disposition(number);
  disposition->handler = handler;
  disposition->mask = mask & ~0x40100ULL;
  disposition->flags = flags | 0x4000000;
  if (__fs_is_ignored(handler, number)) __fs_signal_state()[1] &= ~(1ULL << (number - 1));
}

struct __fs_disposition {
  void *handler;
  unsigned long long mask;
  int flags;
}; struct __fs_disposition *__fs_disposition(int); void __fs_dispose(int, void *, unsigned long long, int); void *signal(int number, void *handler) {
  if (number < 1 || number > 64 || number == 9 || number == 19 || number == 32 || number == 33 || handler == (void *)-1) {
    __fs_error(22);
    return (void *)-1;
  }
  void *before = __fs_disposition(number)->handler;
  __fs_dispose(number, handler, 1ULL << (number - 1), 0x10000000);
  return before;
}

unsigned long long *__fs_signal_state(void); void __fs_handle(int); void __fs_deliver(void); int raise(int number) {
  if (number == 0) return 0;
  if (number < 1 || number > 64) {
    __fs_error(22);
    return -1;
  }
  unsigned long long *state = __fs_signal_state();
  if (state[0] >> (number - 1) & 1) {
    state[1] |= 1ULL << (number - 1);
    return 0;
  }
  __fs_handle(number);
  __fs_deliver();
  return 0;
}

struct __fs_sigaction {
  void *handler;
  unsigned long mask[128 / sizeof(long)];
  int flags;
  void *restorer;
}; struct __fs_disposition {
  void *handler;
  unsigned long long mask;
  int flags;
}; struct __fs_disposition *__fs_disposition(int); void __fs_dispose(int, void *, unsigned long long, int); unsigned long long __fs_signal_set(const unsigned long *); void __fs_put_signal_set(unsigned long *, unsigned long long); int sigaction(int number, const void *action, void *before) {
  const struct __fs_sigaction *given = action;
  struct __fs_sigaction *old = before;
  if (number < 1 || number > 64 || number == 32 || number == 33 || ((number == 9 || number == 19) && action)) {
    __fs_error(22);
    return -1;
  }
  if (action) __fs_readable(action, sizeof *given);
  void *handler = action ? given->handler : 0;
  unsigned long long mask = action ? __fs_signal_set(given->mask) : 0;
  const int flags = action ? given->flags : 0;
  if (before) {
    __fs_writable(before, sizeof *old);
    old->handler = __fs_disposition(number)->handler;
    __fs_put_signal_set(old->mask, __fs_disposition(number)->mask);
    old->flags = __fs_disposition(number)->flags;
    __fs_forget(&old->restorer, sizeof(void *));
  }
  if (action) __fs_dispose(number, handler, mask, flags);
  return 0;
}

void __fs_put_signal_set(unsigned long *, unsigned long long); int sigemptyset(void *set) {
  __fs_put_signal_set(set, 0);
  return 0;
}

void __fs_put_signal_set(unsigned long *, unsigned long long); int sigfillset(void *set) {
  __fs_put_signal_set(set, ~0x180000000ULL);
  return 0;
}

unsigned long long __fs_signal_set(const unsigned long *); int sigaddset(void *set, int number) {
  unsigned long *words = set;
  if (number < 1 || number > 64 || number == 32 || number == 33) {
    __fs_error(22);
    return -1;
  }
  words[(number - 1) / (8 * sizeof(long))] |= 1UL << (number - 1) % (8 * sizeof(long));
  return 0;
}

int sigdelset(void *set, int number) {
  unsigned long *words = set;
  if (number < 1 || number > 64 || number == 32 || number == 33) {
    __fs_error(22);
    return -1;
  }
  words[(number - 1) / (8 * sizeof(long))] &= ~(1UL << (number - 1) % (8 * sizeof(long)));
  return 0;
}

int sigismember(const void *set, int number) {
  const unsigned long *words = set;
  if (number < 1 || number > 64) {
    __fs_error(22);
    return -1;
  }
  return words[(number - 1) / (8 * sizeof(long))] >> (number - 1) % (8 * sizeof(long)) & 1;
}

unsigned long long __fs_signal_set(const unsigned long *); int sigisemptyset(const void *set) {
  return !__fs_signal_set(set);
}

unsigned long long *__fs_signal_state(void); void __fs_deliver(void); unsigned long long __fs_signal_set(const unsigned long *); void __fs_put_signal_set(unsigned long *, unsigned long long); int sigprocmask(int how, const void *set, void *before) {
  unsigned long long *state = __fs_signal_state();
  const unsigned long long old = state[0], given = set ? __fs_signal_set(set) & ~0x180040100ULL : 0;
  if (set && how != 0 && how != 1 && how != 2) {
    __fs_error(22);
    return -1;
  }
  if (before) __fs_put_signal_set(before, old);
  if (set) state[0] = how == 0 ? old | given : how == 1 ? old & ~given : given;
  __fs_deliver();
  return 0;
}

int *__errno_location(void); int sigprocmask(int, const void *, void *); int pthread_sigmask(int how, const void *set, void *before) {
  if (set && how != 0 && how != 1 && how != 2) return 22;
  return sigprocmask(how, set, before);
}

unsigned long long *__fs_signal_state(void); void __fs_put_signal_set(unsigned long *, unsigned long long); int sigpending(void *set) {
  unsigned long long *state = __fs_signal_state();
  __fs_put_signal_set(set, state[1] & state[0]);
  return 0;
}

unsigned long long *__fs_signal_state(void); void __fs_deliver(void); unsigned long long __fs_signal_set(const unsigned long *); int sigsuspend(const void *set) {
  unsigned long long *state = __fs_signal_state();
  const unsigned long long before = state[0], pending = state[1];
  state[0] = __fs_signal_set(set) & ~0x180040100ULL;
  if (!(pending & ~state[0])) __fs_unfollowed("waiting for a signal from outside");
  __fs_deliver();
  state[0] = before;
  __fs_error(4);
  return -1;
}

unsigned long long *__fs_signal_state(void); unsigned long long __fs_signal_set(const unsigned long *); int sigwait(const void *set, int *found) {
  unsigned long long *state = __fs_signal_state();
  const unsigned long long ready = state[1] & __fs_signal_set(set);
  if (!ready) __fs_unfollowed("waiting for a signal from outside");
  int number = 1;
  while (number < 64 && !(ready >> (number - 1) & 1)) number++;
  state[1] &= ~(1ULL << (number - 1));
  *found = number;
  return 0;
}
