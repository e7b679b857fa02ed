/* Pointers, structures by value, calls and operators: every value is part of the checksum. */
extern int printf(const char *, ...);
void reach_error(void);
char *strcat(char *, const char *); int strcmp(const char *, const char *); char *strchr(const char *, int);
unsigned long strlen(const char *);
char *strncpy(char *, const char *, unsigned long);
char *strstr(const char *, const char *);
char *strcpy(char *, const char *);
void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
void *realloc(void *, unsigned long);
void free(void *);
int isalpha(int); int toupper(int); int atoi(const char *); int abs(int);
double fabs(double); double floor(double); double ceil(double); double sqrt(double);
typedef unsigned int uint32_t; typedef unsigned long uint64_t; typedef long int64_t; typedef int wchar_t;
typedef unsigned long long u64;
static u64 checksum = 1469598103934665603ULL;
static void add(u64 x) { checksum ^= x; checksum *= 1099511628211ULL; }
/* struct by value through function pointers, nested calls, recursion with arrays, aliasing */
struct v { int a[3]; double d; char *s; };
static struct v mkv(int x) { struct v v; for (int i = 0; i < 3; i++) v.a[i] = x + i; v.d = x / 2.0; v.s = "str";
    return v; }
static int sumv(struct v v) { int s = 0; for (int i = 0; i < 3; i++) s += v.a[i]; v.a[0] = 99; return s +
    (int)v.d; }
static struct v pass(struct v v, int (*f)(struct v)) { v.a[1] += f(v); return v; }
static int depth(int n, int *acc) { int local[3] = { n, n + 1, n + 2 }; acc[n % 3] += local[n % 3]; if (n > 0)
    return depth(n - 1, local) + local[(n + 2) % 3]; return acc[0]; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static void sort(int *a, int n) { for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) if (a[j] < a[i])
    swap(&a[i], &a[j]); }
static int qs(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
union pun { double d; u64 u; uint32_t w[2]; };
struct list { struct list *next; union { int i; void *p; } u; unsigned kind : 2; unsigned n : 6; };
static int ev(int n);
static int od(int n) { return n == 0 ? 0 : ev(n - 1); } static int ev(int n) { return n == 0 ? 1 : od(n - 1); }
static int arr[5][4];
static void fill(int (*m)[4], int n) { for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) m[i][j] = i * 10
    + j; }
struct inner { short s; char c[5]; }; struct outer { struct inner in[2]; struct inner *p; int (*cb)(int); };
static int cb1(int x) { return x + 1; } static int cb2(int x) { return x * 2; }
static int *ptr_to_static(void) { static int v = 5; v++; return &v; }
static char *fmt(int n) { static char buf[12]; int i = 11; buf[i] = 0; do { buf[--i] = '0' + n % 10; n /= 10; } while (n); return buf + i; }
static unsigned crc(const unsigned char *p, unsigned n) { unsigned c = ~0u; while (n--) { c ^= *p++; for (int k
    = 0; k < 8; k++) c = c & 1 ? (c >> 1) ^ 0xedb88320u : c >> 1; } return ~c; }
static int varsum(int a, ...) { return a; }
static inline int multi(int a, int b) { int r = a++ > b++ ? a++ : b++; return r * 100 + a * 10 + b; }
static void out(int *q, struct v *w, char **name) { *q = w->a[2]; w->d += 1; *name = w->s + 1; }
static long long mix(char c, short s, long l, float f) { return c + s * l + (long long)f; }
int matrix[2][2] = {{1, 2}, {3, 4}};
int *pm = &matrix[1][0];
char *msg = "hello" + 1;
struct v gv = { {1, 2, 3}, 2.5, "gv" };
struct v *pgv = &gv;
int *pa = gv.a + 1;
int (*fp)(int) = cb2;
int main(void) {
  struct v v = mkv(5);
  add(sumv(v));
  add(v.a[0]);
  v = pass(v, sumv);
  add(v.a[1]);
  add(sumv(mkv(3)));
  add(mkv(7).a[2]);
  add(mkv(8).s[1]);
  int acc[3] = {0};
  add(depth(5, acc));
  add(acc[0]);
  add(acc[1]);
  add(acc[2]);
  int data[6] = { 5, -2, 9, 0, 3, 3 };
  sort(data, 6);
  for (int i = 0; i < 6; i++) add(data[i]);
  union pun p;
  p.d = 1.0;
  add(p.u);
  add(p.w[1]);
  p.w[0] = 1;
  add(p.u);
  add(p.d > 1.0);
  struct list l1 = { 0 }, l2;
  l2 = l1;
  l2.next = &l1;
  l1.u.i = 42;
  l1.kind = 3;
  l1.n = 70;
  add(l2.next->u.i);
  add(l2.next->kind);
  add(l1.n);
  l2.next->n++;
  add(l1.n);
  l2.u.p = &l1;
  add(((struct list *)l2.u.p)->kind);
  add(ev(10));
  add(od(7));
  fill(arr, 5);
  add(arr[4][3]);
  add(*(*(arr + 2) + 1));
  int *flat = (int *)arr;
  add(flat[7]);
  struct outer o = { { { 1, "abcd" }, { 2, "ef" } }, 0, cb1 };
  o.p = &o.in[1];
  o.p->c[0] = 'z';
  add(o.in[1].c[0]);
  add(o.cb(5));
  o.cb = cb2;
  add(o.cb(5));
  struct outer o2 = o;
  o2.in[1].s = 77;
  add(o.p->s);
  add(o2.p->s);
  add(o2.in[1].s);
  add((&o2.in[0])[1].c[1]);
  add(*ptr_to_static());
  ++*ptr_to_static();
  add(*ptr_to_static());
  add(strlen(fmt(12345)));
  add(fmt(907)[2]);
  add(crc((const unsigned char *)"123456789", 9));
  add(varsum(3, 4, 5.0));
  add(multi(3, 4));
  add(multi(9, 4));
  int q;
  char *name;
  out(&q, &v, &name);
  add(q);
  add((u64)(v.d * 4));
  add(name[0]);
  add(mix(-1, -2, 3, 4.9f));
  add(*pm);
  add(msg[0]);
  add(pgv->a[1]);
  add(*pa);
  add((u64)(gv.d * 2));
  add(pgv->s[1]);
  add(fp(21));
  void *vp = &q;
  *(int *)vp = 1234;
  add(q);
  char *cp = (char *)&q;
  cp[1] = 0;
  add(q);
  short *sp = (short *)&q;
  add(sp[0]);
  add(*(unsigned char *)&q);
  int x = 10, y = 3;
  add(x % y);
  add(-x / y);
  add(x & y | 8 ^ 2);
  add(x << y >> 1);
  x += y *= 2;
  add(x);
  add(y);
  x -= -x;
  add(x);
  x <<= 2;
  add(x);
  x >>= 1;
  x ^= 0xff;
  add(x);
  x |= 1 << 20;
  x &= ~3;
  add(x);
  x %= 7;
  add(x);
  unsigned char uc = 250;
  uc += 10;
  add(uc);
  uc <<= 1;
  add(uc);
  uc = -uc;
  add(uc);
  signed char sc = 127;
  sc++;
  add(sc);
  unsigned u = 5;
  u -= 6;
  add(u);
  add(u > 0);
  short sh = -1;
  add((unsigned short)sh >> 4);
  add(sh >> 4);
  add(uc--);
  float f = 0.1f;
  double d = f;
  add((u64)(d * 1e9));
  f += 0.2;
  add((u64)(f * 1e7));
  d = 1e300 * 1e10;
  add(d > 1e308);
  add((int)(char)-3.5);
  long double ld = 1.0L / 3;
  add((u64)(ld * 3e6L));
  add(f == 0.3f);
  add(0.1 + 0.2 == 0.3);
  add((float)0.1 == 0.1);
  f = 1e10f;
  add((long long)f);
  d = -0.0;
  add(1 / d < 0);
  d++;
  add((int)d);
  f--;
  add((u64)f);
  int i = 0;
  while (1) { if (++i == 3) continue; if (i > 6) break; for (;;) { if (i % 2) break; else goto next; } add(i);
      next:; }
  for (int a = 0, b = 10; a < b; a++, b--) if (a == 3) { add(b); break; } else if (a & 1) continue;
  else add(a * b);
  switch (i) { int hidden; case 7: hidden = 4; add(hidden); default: add(1); { case 8: add(8); } }
  char text[4][8] = { "ab", "cd", { 'e', 'f' } };
  add(text[2][1]);
  add(text[3][0]);
  strcpy(text[3], text[1]);
  add(text[3][1]);
  char (*tp)[8] = text;
  add(tp[1][0]);
  add(sizeof text[0]);
  int *hp = malloc(sizeof(int) * 4);
  for (int k = 0; k < 4; k++) hp[k] = k * k;
  int *hq = hp + 2;
  add(hq[-1]);
  add(hq[1]);
  struct v *hv = malloc(sizeof *hv);
  *hv = v;
  hv->a[0] = 1;
  add(v.a[0]);
  add(hv->a[1]);
  free(hv);
  struct list *head = 0;
  for (int k = 0; k < 4; k++) { struct list *n = calloc(1, sizeof *n); n->next = head; n->u.i = k; head = n; }
  int cnt = 0;
  for (struct list *n = head; n; n = n->next) cnt = cnt * 10 + n->u.i;
  add(cnt);
  const int ci = 5;
  int *pc = (int *)&ci;
  add(*pc);
  int vi = 3;
  add(vi);
  register int ri = 4;
  add(ri);
  typedef int myint;
  myint mi = -4;
  add(mi);
  { typedef char myint; myint c2 = 300; add(c2); }
  { int i = 100; add(i); }
  add(i);
  u64 big = 0xdeadbeefcafebabeULL;
  add(big >> 33);
  add((uint32_t)big);
  add((int64_t)big >> 60);
  add(big % 1000);
  add(big * big);
  add((long long)1 != 0);
  add(sizeof(long));
  add((big & 0xff) << 56 >> 56);
  add(__builtin_popcount(0xf0f0));
  int ov;
  add(__builtin_add_overflow(2147483647, 1, &ov));
  add(ov);
  add(__builtin_expect(5, 1));
  int cond = 3;
  add(cond > 2 ? cond < 5 ? 1 : 2 : 3);
  add((cond == 3) + (cond != 3) * 2 + !cond);
  add(cond && (cond = 0, 1));
  add(cond);
  add((1, 2, 3));
  add(-(cond - 1) | 4);
  int *np = 0;
  add(!np);
  add(np ? *np : 9);
  add(np == 0 || *np);
  int idx[3] = {2, 0, 1};
  int vals[3] = {10, 20, 30};
  add(vals[idx[idx[0]]]);
  vals[idx[0]]++;
  add(vals[2]);
  int *w = vals;
  *w++ = 5;
  add(*w);
  add((*w)++);
  add(vals[1]);
  add(*++w);
  add(w - vals);
  2[vals] = 8;
  add(vals[2]);
  printf("%llu\n", checksum);
  return 0;
}
