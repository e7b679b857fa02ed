// Loops over an array.
#include <stdio.h>

int a[1000000];

int main(void)
{
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < 1000000; i++)
            a[i] = i * 3 + round;
        for (int i = 1; i < 1000000; i++)
            a[i] = (a[i] + a[i - 1]) % 1000;
    }
    printf("%d\n", a[999999]);
    return 0;
}
