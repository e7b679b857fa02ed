
struct value { const char *function; unsigned size; unsigned long long bits; int is_error; };

VALUES
/* The next value that a function of the library gives or writes; null where the error needs none any more. */
static const struct value *next_of(const char *function, int is_error) {
    static unsigned char is_used[sizeof values / sizeof *values];
    for (unsigned long at = 0; at < sizeof values / sizeof *values; at++) {
        if (is_used[at] || values[at].is_error != is_error) continue;
        if (__builtin_strcmp(values[at].function, function)) continue;
        is_used[at] = 1;
        return &values[at];
    }
    return 0;
}
static const struct value *next_value(const char *function) { return next_of(function, 0); }
