/* A model of strdup, which needs the heap. */

typedef __SIZE_TYPE__ __fs_size;

void *malloc(__fs_size size);

char *strdup(const char *text)
{
    __fs_size length = 0;
    while (text[length] != 0)
        length++;
    char *copy = (char *)malloc(length + 1);
    for (__fs_size idx = 0; idx <= length; idx++)
        copy[idx] = text[idx];
    return copy;
}
