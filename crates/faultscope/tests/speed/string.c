// Loops over the characters of a string, by index, by pointer and in the library.
#include <stdio.h>
#include <string.h>

char text[100000];

int main(void)
{
    long n = 0;
    for (int round = 0; round < 2000; round++) {
        for (int i = 0; i < 99999; i++)
            text[i] = 'a' + (i + round) % 26;
        n += strlen(text);
        for (char *p = text; *p; p++)
            if (*p == 'e')
                n++;
    }
    printf("%ld\n", n);
    return 0;
}
