// A loop over integers.
#include <stdio.h>

int main(void)
{
    unsigned state = 1;
    long sum = 0;
    for (int i = 0; i < 100000000; i++) {
        state = state * 1103515245u + 12345u;
        sum += (state >> 16) % 7;
        if (i % 3 == 0)
            sum ^= i;
    }
    printf("%u %ld\n", state, sum);
    return 0;
}
