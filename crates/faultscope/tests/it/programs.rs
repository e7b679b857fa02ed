//! Programs that several files of tests look at.

/// The error is reached with an input above 10.
pub const UNSAFE: &str = "\
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 1;
    if (x > 10)
        y = 0;
    if (y == 0)
        reach_error();
    return 0;
}
";

/// Safe, but no bound on the loop shows it.
pub const UNBOUNDED: &str = "\
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int locked = 0;
    while (__VERIFIER_nondet_int()) {
        if (locked == 1)
            reach_error();
        locked = 1;
        if (__VERIFIER_nondet_int())
            locked = 0;
        else
            locked = 2;
    }
    return 0;
}
";

/// Safe, since the number is a prime, which no engine finds out soon.
pub const PRIME: &str = "\
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
";

/// The loop has no bound that can be found.
pub const ENDLESS: &str = "\
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int())
        x += 2;
    if (x == 1)
        reach_error();
    return 0;
}
";
