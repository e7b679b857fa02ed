/* The limit of a level is off by one. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int limited(int level) {
    if (level > 10) {
        level = 11;
    }
    return level;
}

int main(void) {
    int level = __VERIFIER_nondet_int();
    if (limited(level) > 10) {
        reach_error();
    }
    return 0;
}
