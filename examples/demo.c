/*
 * A cash machine: which notes to pay an amount with.
 *
 * As few notes as possible, large ones first, and never more than are left in the box. What cannot be paid exactly is
 * refused. Whatever is paid must be worth the amount.
 */
#include <assert.h>
#include <stdbool.h>

#define LIMIT 1000 /* the most that is paid at once */

struct notes {
    int fifties;
    int twenties;
    int tens;
};

/* The keypad, and the sensor of a box of notes. */
int read_amount(void);
int count_notes(int box);

static int value_of(const struct notes *notes)
{
    return notes->fifties * 50 + notes->twenties * 20 + notes->tens * 10;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Chooses notes from the stock; false if the amount cannot be paid with them. */
static bool choose(int amount, const struct notes *stock, struct notes *paid)
{
    int open = amount;

    paid->fifties = smaller(open / 50, stock->fifties);
    open = open - paid->fifties * 50;

    paid->twenties = smaller(open / 20, stock->twenties);
    open = open - paid->twenties * 50;

    paid->tens = smaller(open / 10, stock->tens);
    open = open - paid->tens * 10;

    return open == 0;
}

static bool is_payable(int amount)
{
    return amount > 0 && amount <= LIMIT && amount % 10 == 0;
}

int main(void)
{
    struct notes stock = { count_notes(0), count_notes(1), count_notes(2) };
    if (stock.fifties < 0 || stock.twenties < 0 || stock.tens < 0)
        return 1; /* a sensor is broken */

    int amount = read_amount();
    if (!is_payable(amount))
        return 0;

    struct notes paid;
    if (choose(amount, &stock, &paid))
        assert(value_of(&paid) == amount);
    return 0;
}
