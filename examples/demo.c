/*
 * A battery charger, one step per minute.
 *
 * The current follows a limit that depends on the temperature, and it must not jump upwards: a cold battery is damaged
 * when it is charged too fast. A hot battery must not be charged at all.
 */
#include <assert.h>

#define MAX_CURRENT 2000 /* mA */
#define MAX_STEP 400     /* mA per minute */
#define WARM 45          /* degrees Celsius */
#define HOT 60

enum state { IDLE, CHARGING, COOLING };

struct charger {
    enum state state;
    int current; /* mA */
    int minutes; /* since charging began */
};

/* The sensor, in degrees Celsius. */
int read_temperature(void);

/* The most that a battery of this temperature may be charged with. */
static int current_limit(int temperature)
{
    int limit = MAX_CURRENT;
    if (temperature > WARM)
        limit = limit / 2;
    if (temperature > HOT)
        limit = 0;
    return limit;
}

/* The next current on the way from one to another. */
static int approach(int current, int target)
{
    int step = target - current;
    if (step > MAX_STEP)
        step = MAX_STEP;
    if (step < -MAX_STEP)
        step = -MAX_STEP;
    return current + step;
}

static void update(struct charger *charger, int temperature)
{
    int limit = current_limit(temperature);
    charger->current = approach(charger->current, limit);
    if (limit == 0) {
        charger->state = COOLING;
        charger->minutes = 0;
    } else {
        charger->state = CHARGING;
        charger->minutes++;
    }
}

int main(void)
{
    struct charger charger = { IDLE, 0, 0 };
    for (int minute = 0; minute < 10; minute++) {
        int temperature = read_temperature();
        if (temperature < -40 || temperature > 125)
            continue; /* the sensor is broken; keep things as they are */
        update(&charger, temperature);
        assert(charger.state != COOLING || charger.current == 0);
    }
    return 0;
}
