#include <assert.h>

int read_number(void);

/* The average of up to 10 readings. */
int average(const int *readings, int n)
{
    int sum = 0;
    for (int i = 0; i <= n; i++)
        sum += readings[i];
    return sum / n;
}

int main(void)
{
    int readings[10];
    int n = read_number();
    if (n > 10)
        return 1;
    for (int i = 0; i < n; i++) {
        readings[i] = read_number();
        if (readings[i] < 0 || readings[i] > 1000)
            return 1;
    }
    int mean = average(readings, n);
    assert(mean >= 0);
    return 0;
}
