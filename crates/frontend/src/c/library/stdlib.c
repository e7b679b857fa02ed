/* Models of <stdlib.h> that need no outside world. */

int abs(int number) { return number < 0 ? -number : number; }

long labs(long number) { return number < 0 ? -number : number; }

long long llabs(long long number) { return number < 0 ? -number : number; }

int atoi(const char *text)
{
    unsigned value = 0;
    int negative = 0;
    while (*text == ' ' || (*text >= 9 && *text <= 13))
        text++;
    if (*text == '-' || *text == '+') {
        negative = *text == '-';
        text++;
    }
    while (*text >= '0' && *text <= '9') {
        value = value * 10 + (unsigned)(*text - '0');
        text++;
    }
    return (int)(negative ? -value : value);
}

long atol(const char *text)
{
    unsigned long value = 0;
    int negative = 0;
    while (*text == ' ' || (*text >= 9 && *text <= 13))
        text++;
    if (*text == '-' || *text == '+') {
        negative = *text == '-';
        text++;
    }
    while (*text >= '0' && *text <= '9') {
        value = value * 10 + (unsigned long)(*text - '0');
        text++;
    }
    return (long)(negative ? -value : value);
}

/* Does not saturate: numbers that do not fit wrap around. */
long strtol(const char *text, char **end, int base)
{
    const char *start = text;
    const char *digits;
    unsigned long value = 0;
    int negative = 0;
    while (*text == ' ' || (*text >= 9 && *text <= 13))
        text++;
    if (*text == '-' || *text == '+') {
        negative = *text == '-';
        text++;
    }
    if ((base == 0 || base == 16) && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        text += 2;
        base = 16;
    } else if (base == 0) {
        base = text[0] == '0' ? 8 : 10;
    }
    digits = text;
    for (;; text++) {
        int digit;
        if (*text >= '0' && *text <= '9')
            digit = *text - '0';
        else if (*text >= 'a' && *text <= 'z')
            digit = *text - 'a' + 10;
        else if (*text >= 'A' && *text <= 'Z')
            digit = *text - 'A' + 10;
        else
            break;
        if (digit >= base)
            break;
        value = value * (unsigned long)base + (unsigned long)digit;
    }
    if (end)
        *end = (char *)(text == digits ? start : text);
    return (long)(negative ? -value : value);
}

void qsort(void *base, __SIZE_TYPE__ count, __SIZE_TYPE__ size, int (*compare)(const void *, const void *))
{
    char *bytes = (char *)base;
    for (__SIZE_TYPE__ sorted = 1; sorted < count; sorted++)
        for (__SIZE_TYPE__ idx = sorted; idx > 0; idx--) {
            char *right = bytes + idx * size;
            char *left = right - size;
            if (compare(left, right) <= 0)
                break;
            for (__SIZE_TYPE__ byte = 0; byte < size; byte++) {
                char swap = left[byte];
                left[byte] = right[byte];
                right[byte] = swap;
            }
        }
}

void *bsearch(const void *key, const void *base, __SIZE_TYPE__ count, __SIZE_TYPE__ size,
              int (*compare)(const void *, const void *))
{
    const char *bytes = (const char *)base;
    __SIZE_TYPE__ low = 0;
    __SIZE_TYPE__ high = count;
    while (low < high) {
        __SIZE_TYPE__ middle = low + (high - low) / 2;
        int order = compare(key, bytes + middle * size);
        if (order == 0)
            return (void *)(bytes + middle * size);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return (void *)0;
}
