// Calls.
#include <stdio.h>

int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void)
{
    printf("%d\n", fibonacci(40));
    return 0;
}
