void klee_make_symbolic(void *target, __SIZE_TYPE__ n, const char *name) {
  __fs_writable(target, n);
  __fs_forget(target, n);
}

int klee_range(int begin, int end, const char *name) {
  __fs_require(begin < end, "the range of `klee_range` is empty");
  return __fs_any(begin, (long long)end - 1);
}

int klee_int(const char *name) {
  return __fs_any(-2147483647 - 1, 2147483647);
}

void __VERIFIER_nondet_memory(void *target, __SIZE_TYPE__ n) {
  __fs_writable(target, n);
  __fs_forget(target, n);
}

void __CPROVER_havoc_slice(void *target, __SIZE_TYPE__ n) {
  __fs_writable(target, n);
  __fs_forget(target, n);
}

void __CPROVER_havoc_object(void *target) {
  char *start = (char *)target - __CPROVER_POINTER_OFFSET(target);
  __SIZE_TYPE__ n = __fs_room(start);
  __fs_writable(start, n);
  __fs_forget(start, n);
}
