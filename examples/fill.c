/* Two buffers are to be filled in the first round. The counter starts with the second one. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

bool asked_to_stop(void);

int main(void) {
    int *left = 0, *right = 0;
    int round = 1;
    while (round < 10) {
        if (round == 0) {
            left = malloc(sizeof(int));
            right = malloc(sizeof(int));
        }
        bool listens = false;
        bool stop = asked_to_stop();
        if (stop) {
            if (listens)
                return 0;
        }
        assert(left != 0 && right != 0);
        round = round + 1;
    }
    return 0;
}
