struct __fs_disposition {
  void *handler;
  unsigned long long mask;
  int flags;
}; struct __fs_disposition *__fs_disposition(int); unsigned long long *__fs_signal_state(void); int __fs_is_ignored(const void *, int); void __fs_deliver(void); void abort(void); void __fs_handle(int number) {
  struct __fs_disposition *disposition = __fs_disposition(number);
  void *handler = disposition->handler;
  if (__fs_is_ignored(handler, number)) return;
  if (!handler) {
    if (number == 6) abort();
    __fs_unfollowed("the end of a program by a signal");
    return;
  }
  unsigned long long *state = __fs_signal_state();
  const unsigned long long before = state[0];
  const int flags = disposition->flags;
  state[0] = before | disposition->mask;
  if (!(flags & 0x40000000)) state[0] |= 1ULL << (number - 1);
  if (flags & 0x80000000) disposition->handler = 0;
  __fs_deliver();
  if (flags & 4) {
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
    int number = 1;
    while (!(ready >> (number - 1) & 1)) number++;
    state[1] &= ~(1ULL << (number - 1));
    __fs_handle(number);
  }
}
