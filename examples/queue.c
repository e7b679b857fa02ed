/*
 * A queue of jobs in a ring buffer. Nothing that is put in may be lost or come out in another order.
 */
#include <assert.h>
#include <stdbool.h>

#define CAPACITY 4

struct queue {
    int jobs[CAPACITY];
    unsigned first;
    unsigned length;
};

int next_job(void);

static bool is_full(const struct queue *queue)
{
    return queue->length == CAPACITY;
}

static void put(struct queue *queue, int job)
{
    unsigned end = (queue->first + queue->length) % (CAPACITY - 1);
    queue->jobs[end] = job;
    queue->length++;
}

static int take(struct queue *queue)
{
    int job = queue->jobs[queue->first];
    queue->first = (queue->first + 1) % CAPACITY;
    queue->length--;
    return job;
}

int main(void)
{
    struct queue queue = { .first = 0, .length = 0 };
    int expected[CAPACITY];
    for (int i = 0; i < CAPACITY; i++) {
        int job = next_job();
        expected[i] = job;
        if (!is_full(&queue))
            put(&queue, job);
    }
    for (int i = 0; i < CAPACITY; i++) {
        int job = take(&queue);
        assert(job == expected[i]);
    }
    return 0;
}
