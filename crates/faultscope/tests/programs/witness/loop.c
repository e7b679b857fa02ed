extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main() {
  int x = __VERIFIER_nondet_int();
  int n = 0;
  while (n < 3) {
    if (x > 10) {
      x = x - 1;
    }
    n++;
  }
  if (x == 12) {
    __VERIFIER_error();
  }
  return 0;
}
