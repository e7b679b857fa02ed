
/* Reads as the failing execution did: for each call how many items it found, and for each item its values. */
struct item { unsigned first, n; };
struct scan { const char *function; int result; unsigned first, n; };

SCANS
static int scan(const char *function, const char *format, __builtin_va_list targets) {
    static unsigned char is_done[sizeof scans / sizeof *scans];
    unsigned long at = 0, n = sizeof scans / sizeof *scans;
    while (at < n && (is_done[at] || __builtin_strcmp(scans[at].function, function))) at++;
    if (at == n) return -1;
    is_done[at] = 1;
    for (unsigned idx = 0; idx < scans[at].n; idx++) {
        while (*format && (*format != '%' || format[1] == '%' || format[1] == '*')) format += *format == '%' ? 2 : 1;
        for (format += *format == '%'; *format >= '0' && *format <= '9';) format++;
        const struct item *item = &items[scans[at].first + idx];
        unsigned char *target = __builtin_va_arg(targets, void *);
        for (unsigned cell = item->first; cell < item->first + item->n; cell++) {
            /* An input that is longer than what it is read into. */
            if (values[cell].size == 0) for (;;) *target++ = 'A';
            for (unsigned byte = 0; byte < values[cell].size; byte++) *target++ = values[cell].bits >> 8 * byte;
        }
        if (*format == 's' || *format == '[') *target = 0;
    }
    return scans[at].result;
}
