/* Prints the median of the numbers that it reads. */
#include <stdio.h>
#include <stdlib.h>

#define MAX_NUMBERS 100

static int ascending(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

int main(void)
{
    int numbers[MAX_NUMBERS], n = 0, median;
    while (n < MAX_NUMBERS && scanf("%d", &numbers[n]) == 1)
        n++;
    if (n == 0)
        return 1;
    qsort(numbers, n, sizeof *numbers, ascending);
    if (n % 2 == 1)
        median = numbers[n / 2];
    else
        median = (numbers[n / 2] + numbers[n / 2 + 1]) / 2;
    printf("%d\n", median);
    return 0;
}
