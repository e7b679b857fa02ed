/*
 * The price of parking, in cents.
 *
 * The first half hour is free, then the price goes up in steps. Members get a discount, a lost ticket costs the whole day
 * and a fine. Whatever happens, nobody gets money for parking, and nobody pays more than the day and the fine.
 */
#include <assert.h>
#include <stdbool.h>

#define FREE_MINUTES 30
#define SHORT_STAY 120
#define DAY 1440 /* minutes */

#define SHORT_PRICE 200
#define LONG_PRICE 600
#define DAY_PRICE 1500
#define FINE 1000
#define DISCOUNT 250

struct ticket {
    int entered; /* minutes since midnight */
    int left;
    bool is_lost;
    bool is_member;
};

/* The clock at the gate, and the buttons of the machine. */
int read_clock(void);
bool read_button(int number);

/* How long a car was there. The gate is open all night, so it may have left on the next day. */
static int minutes_parked(const struct ticket *ticket)
{
    int minutes = ticket->left - ticket->entered;
    if (minutes < 0)
        minutes = minutes + DAY;
    return minutes;
}

static int price_of_time(int minutes)
{
    int price = DAY_PRICE;
    if (minutes <= FREE_MINUTES)
        price = 0;
    else if (minutes <= SHORT_STAY)
        price = SHORT_PRICE;
    else if (minutes <= DAY / 2)
        price = LONG_PRICE;
    return price;
}

static int price_of(const struct ticket *ticket)
{
    if (ticket->is_lost)
        return DAY_PRICE + FINE;
    int price = price_of_time(minutes_parked(ticket));
    if (ticket->is_member && price > 0)
        price = price - DISCOUNT;
    return price;
}

int main(void)
{
    struct ticket ticket;
    ticket.entered = read_clock();
    ticket.left = read_clock();
    ticket.is_lost = read_button(1);
    ticket.is_member = read_button(2);
    if (ticket.entered < 0 || ticket.entered >= DAY)
        return 1; /* the clock is wrong */
    if (ticket.left < 0 || ticket.left >= DAY)
        return 1;

    int price = price_of(&ticket);
    assert(price >= 0);
    assert(price <= DAY_PRICE + FINE);
    return 0;
}
