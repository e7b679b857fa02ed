extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_error(void);

int limit;

int twice(int a) {
  if (a > 100)
    return a;
  return 2 * a;
}

int main() {
  int x = __VERIFIER_nondet_int();
  unsigned char c;
  int sum = 0;
  c = __VERIFIER_nondet_uchar();
  limit = 3;
  for (int i = 0; i < limit; i++) {
    int step = __VERIFIER_nondet_int();
    if (step < 0 || step > 9)
      return 0;
    sum = sum + step;
  }
  if (x > 5 && x < 50) {
    if (sum == 14 && twice(x) == c)
      __VERIFIER_error();
  }
  return 0;
}
