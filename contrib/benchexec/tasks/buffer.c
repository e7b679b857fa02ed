/* The last character of a name has no room. */
extern unsigned __VERIFIER_nondet_uint(void);
void *malloc(unsigned long size);
void free(void *memory);
void reach_error(void) {}

int main(void) {
    unsigned length = __VERIFIER_nondet_uint() % 8;
    char *name = malloc(length + 1);
    for (unsigned i = 0; i <= length + 1; i++) {
        name[i] = 0;
    }
    free(name);
    return 0;
}
