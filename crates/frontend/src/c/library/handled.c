unsigned long long *__fs_signal_state(void); int raise(int); void __fs_abort(void); void abort(void) {
  __fs_signal_state()[0] &= ~(1ULL << 5);
  raise(6);
  __fs_abort();
}
