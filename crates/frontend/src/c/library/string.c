/* Models of <string.h>. */

typedef __SIZE_TYPE__ __fs_size;

void *memcpy(void *destination, const void *source, __fs_size count)
{
    char *to = (char *)destination;
    const char *from = (const char *)source;
    for (__fs_size idx = 0; idx < count; idx++)
        to[idx] = from[idx];
    return destination;
}

void *memmove(void *destination, const void *source, __fs_size count)
{
    char *to = (char *)destination;
    const char *from = (const char *)source;
    if (to <= from) {
        for (__fs_size idx = 0; idx < count; idx++)
            to[idx] = from[idx];
    } else {
        for (__fs_size idx = count; idx > 0; idx--)
            to[idx - 1] = from[idx - 1];
    }
    return destination;
}

void *memset(void *destination, int value, __fs_size count)
{
    char *to = (char *)destination;
    for (__fs_size idx = 0; idx < count; idx++)
        to[idx] = (char)value;
    return destination;
}

int memcmp(const void *lhs, const void *rhs, __fs_size count)
{
    const unsigned char *left = (const unsigned char *)lhs;
    const unsigned char *right = (const unsigned char *)rhs;
    for (__fs_size idx = 0; idx < count; idx++)
        if (left[idx] != right[idx])
            return left[idx] < right[idx] ? -1 : 1;
    return 0;
}

void *memchr(const void *block, int value, __fs_size count)
{
    const unsigned char *bytes = (const unsigned char *)block;
    for (__fs_size idx = 0; idx < count; idx++)
        if (bytes[idx] == (unsigned char)value)
            return (void *)(bytes + idx);
    return (void *)0;
}

__fs_size strlen(const char *text)
{
    __fs_size length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

__fs_size strnlen(const char *text, __fs_size limit)
{
    __fs_size length = 0;
    while (length < limit && text[length] != 0)
        length++;
    return length;
}

char *strcpy(char *destination, const char *source)
{
    __fs_size idx = 0;
    while ((destination[idx] = source[idx]) != 0)
        idx++;
    return destination;
}

char *stpcpy(char *destination, const char *source)
{
    __fs_size idx = 0;
    while ((destination[idx] = source[idx]) != 0)
        idx++;
    return destination + idx;
}

char *strncpy(char *destination, const char *source, __fs_size count)
{
    __fs_size idx = 0;
    while (idx < count && source[idx] != 0) {
        destination[idx] = source[idx];
        idx++;
    }
    while (idx < count) {
        destination[idx] = 0;
        idx++;
    }
    return destination;
}

char *strcat(char *destination, const char *source)
{
    __fs_size end = 0;
    __fs_size idx = 0;
    while (destination[end] != 0)
        end++;
    while ((destination[end + idx] = source[idx]) != 0)
        idx++;
    return destination;
}

char *strncat(char *destination, const char *source, __fs_size count)
{
    __fs_size end = 0;
    __fs_size idx = 0;
    while (destination[end] != 0)
        end++;
    while (idx < count && source[idx] != 0) {
        destination[end + idx] = source[idx];
        idx++;
    }
    destination[end + idx] = 0;
    return destination;
}

int strcmp(const char *lhs, const char *rhs)
{
    __fs_size idx = 0;
    while (lhs[idx] != 0 && lhs[idx] == rhs[idx])
        idx++;
    if (lhs[idx] == rhs[idx])
        return 0;
    return (unsigned char)lhs[idx] < (unsigned char)rhs[idx] ? -1 : 1;
}

int strncmp(const char *lhs, const char *rhs, __fs_size count)
{
    __fs_size idx = 0;
    while (idx < count && lhs[idx] != 0 && lhs[idx] == rhs[idx])
        idx++;
    if (idx == count || lhs[idx] == rhs[idx])
        return 0;
    return (unsigned char)lhs[idx] < (unsigned char)rhs[idx] ? -1 : 1;
}

char *strchr(const char *text, int value)
{
    for (;; text++) {
        if (*text == (char)value)
            return (char *)text;
        if (*text == 0)
            return (char *)0;
    }
}

char *strrchr(const char *text, int value)
{
    const char *found = (const char *)0;
    for (;; text++) {
        if (*text == (char)value)
            found = text;
        if (*text == 0)
            return (char *)found;
    }
}

char *strstr(const char *text, const char *part)
{
    for (;; text++) {
        __fs_size idx = 0;
        while (part[idx] != 0 && text[idx] == part[idx])
            idx++;
        if (part[idx] == 0)
            return (char *)text;
        if (*text == 0)
            return (char *)0;
    }
}

__fs_size strspn(const char *text, const char *accepted)
{
    __fs_size length = 0;
    for (; text[length] != 0; length++) {
        __fs_size idx = 0;
        while (accepted[idx] != 0 && accepted[idx] != text[length])
            idx++;
        if (accepted[idx] == 0)
            return length;
    }
    return length;
}

__fs_size strcspn(const char *text, const char *rejected)
{
    __fs_size length = 0;
    for (; text[length] != 0; length++) {
        __fs_size idx = 0;
        while (rejected[idx] != 0 && rejected[idx] != text[length])
            idx++;
        if (rejected[idx] != 0)
            return length;
    }
    return length;
}

char *strpbrk(const char *text, const char *wanted)
{
    for (; *text != 0; text++)
        for (__fs_size idx = 0; wanted[idx] != 0; idx++)
            if (wanted[idx] == *text)
                return (char *)text;
    return (char *)0;
}
