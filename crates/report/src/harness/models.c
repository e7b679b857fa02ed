
/* Functions of the library, as they were understood, with the values of the failing execution. */
static long long any(const char *function, long long low, long long high) {
    const struct value *found = next_value(function);
    return found ? (long long)found->bits : low > 0 ? low : high < 0 ? high : 0;
}
extern int *__errno_location(void);
static void note(const char *function, int has_failed, int number) {
    const struct value *found = next_of(function, 1);
    if (has_failed && (number || (found && found->bits))) *__errno_location() = number ? number : (int)found->bits;
}
static long long any_or(const char *function, long long low, long long high, long long least) {
    long long number = any(function, low, high);
    note(function, number < least, 0);
    return number;
}
static const void *closed[64];
static int is_open(const void *stream) {
    for (int at = 0; at < 64; at++)
        if (closed[at] == stream && stream) return 0;
    return 1;
}
static void close_stream(const void *stream) {
    for (int at = 0; at < 64; at++) {
        if (closed[at]) continue;
        closed[at] = stream;
        return;
    }
}
static void *object(unsigned long n) {
    static void *objects[64];
    for (int at = 0; at < 64; at++)
        if (!objects[at]) return objects[at] = __builtin_calloc(1, n);
    return __builtin_calloc(1, n);
}
static double any_double(const char *function) {
    const struct value *found = next_value(function);
    double value = 0;
    if (found) __builtin_memcpy(&value, &found->bits, sizeof value);
    return value;
}
static float any_float(const char *function) {
    const struct value *found = next_value(function);
    float value = 0;
    if (found) __builtin_memcpy(&value, &found->bits, sizeof value);
    return value;
}
static void forget(const char *function, void *target, unsigned long n, unsigned long found_n) {
    if (found_n < n) n = found_n;
    for (unsigned long at = 0; at < n;) {
        const struct value *found = next_value(function);
        for (unsigned idx = 0; idx < (found ? found->size : 1) && at < n; idx++, at++)
            ((unsigned char *)target)[at] = found ? found->bits >> 8 * idx : 0;
    }
}
static void touch(const void *target, unsigned long n, int writes) {
    for (unsigned long at = 0; at < n; at++) {
        volatile unsigned char *byte = (volatile unsigned char *)target + at;
        unsigned char held = *byte;
        if (writes) *byte = held;
    }
}
static void disjoint(const char *left, unsigned long m, const char *right, unsigned long n) {
    if (m && n && left < right + n && right < left + m) reached("overlapping memory");
}
#define __fs_any(low, high) any(__func__, low, high)
#define __fs_sign(x) ((__typeof__(x))any(__func__, x, x))
#define __fs_truth(x) ((__typeof__(x))any(__func__, x, x))
#define __fs_unfollowed(what) reached(what)
#define SECOND(first, second, ...) (second)
#define __fs_forget(p, n, ...) forget(__func__, p, n, SECOND(n, ##__VA_ARGS__, n))
#define __fs_any_or_error(low, high, ...) any_or(__func__, low, high, SECOND(0, ##__VA_ARGS__, 0))
#define __fs_any_or_end(low, high, ...) any_or(__func__, low, high, SECOND(0, ##__VA_ARGS__, 0))
#define __fs_error(...) note(__func__, 1, SECOND(0, ##__VA_ARGS__, 0))
#define __fs_error_or_end() note(__func__, 1, 0)
#define __fs_is_open(stream) is_open(stream)
#define __fs_close(stream) close_stream(stream)
#define __fs_object(n) object(n)
#define __fs_readable(p, n) touch(p, n, 0)
#define __fs_writable(p, n) touch(p, n, 1)
#define __fs_disjoint(p, m, q, n) disjoint((const char *)(p), m, (const char *)(q), n)
#define __fs_fits(condition) ((condition) ? (void)0 : reached("a result does not fit"))
#define __fs_require(condition, wrong) ((condition) ? (void)0 : reached(wrong))
#define __fs_need(condition, wrong) __fs_require(condition, wrong)
#define __fs_room(p) (~0ul)
#define __fs_is_literal(p) 0
#define __fs_longest_text() 63ul
#define __fs_is_longest() 0

