// A loop over floating-point numbers.
#include <math.h>
#include <stdio.h>

int main(void)
{
    double x = 0.5, sum = 0;
    for (int i = 1; i < 100000000; i++) {
        x = 3.7 * x * (1 - x);
        sum += x / i;
        if (x < 0.2)
            sum = sum - 0.001;
    }
    printf("%.10f %.10f\n", x, sqrt(sum));
    return 0;
}
