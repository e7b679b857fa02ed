extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((noreturn));
void reach_error(void);

typedef unsigned int u32;
typedef struct node {
  struct node *next;
  union { int value; unsigned char bytes[4]; };
  unsigned flag : 3, : 0, other : 5;
} node_t;
enum color { RED, GREEN = 5, BLUE };
static const char *names[] = { "red", "green" "ish", [BLUE] = "blue\n\0\x41" };
static double ratios[2][2] = { { 1.5, -2e3 }, { 0x1p-3, .5f } };
static int (*handlers[2])(int, ...);

static inline int twice(register int x) { return x << 1; }

static u32 hash(const char *s, ...)
{
  u32 h = 5381u;
  while (*s)
    h = ((h << 5) + h) ^ (unsigned char)*s++;
  return h;
}

static node_t *push(node_t *head, int value)
{
  node_t *n = malloc(sizeof *n);
  if (!n) return head;
  *n = (node_t){ .next = head, .value = value };
  n->flag = value & 7;
  return n;
}

int old_style(a, b) int a; char b; { return a - b; }

int main(int argc, char **argv)
{
  int n = __VERIFIER_nondet_int(), sum = 0, i;
  int table[4] = { 1, 2, [3] = 4 };
  node_t *list = 0;
  double mean;
  if (n < 0 || n > 3) return 0;
  for (i = 0; i < n; i++) {
    list = push(list, table[i]);
    switch (i % 3) {
    case RED: sum += twice(i); break;
    case 1 ... 2: sum -= table[i]--;
    default: continue;
    }
  }
  do { i -= list ? list->value : 1; } while (i > 0 && list && (list = list->next, 1));
  mean = n ? (double)sum / n : ratios[1][0];
again:
  if (mean > 1e6) { mean /= 2; goto again; }
  if ((int)mean == 3 && hash(names[GREEN]) % 2 == 0)
    ERROR: reach_error();
  ((sum >= -100) ? (void)0 : __assert_fail("sum >= -100", "features.c", 60, "main"));
  free(list);
  return old_style(sum, 'c') != (~0u >> 31);
}
