unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
    unsigned n = 0;
    while (__VERIFIER_nondet_uint())
        n++;
    unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (n >= 2 && a > 1 && b > 1 && a * b == 4611686018427387847u)
        reach_error();
    return 0;
}
