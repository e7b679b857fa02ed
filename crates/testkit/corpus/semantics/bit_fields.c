/* Bit-fields of all types and widths, alone, packed, in unions and beyond `int`: every value is part of the checksum. */
extern int printf(const char *, ...);
void reach_error(void);
typedef unsigned long long u64;
static u64 checksum = 1469598103934665603ULL;
static void add(u64 x) { checksum ^= x; checksum *= 1099511628211ULL; }
enum color { RED, GREEN = 5, BLUE };
enum sign { MINUS = -1, PLUS = 1 };
struct wide { unsigned long long a : 40; long long b : 40; unsigned long long c : 33; long d : 63; long long e : 32;
    unsigned long long f : 32; unsigned long g : 64; };
struct narrow { int a : 3; unsigned b : 31; char c : 2; _Bool d : 1; enum color e : 4; enum sign f : 2; short g : 9;
    unsigned char h : 8; int : 0; unsigned i : 1; signed int j : 1; unsigned : 5; unsigned k : 32; };
struct __attribute__((packed)) tight { unsigned a : 3; unsigned long long b : 47; int c : 13; char d; _Bool e : 1; long f : 60; };
union either { struct { unsigned low : 4, high : 4; } halves; unsigned char byte; long long whole : 20; };
#pragma pack(push, 1)
struct line { char c; int i; struct { short s; long l : 50; } in; };
#pragma pack(pop)
static struct wide w; static struct tight t; static struct line lines[3];
static u64 take(u64 x) { return x; }
static int small(int x) { return x; }
int main(void) {
  struct narrow n = { 0 };
  union either u = { .byte = 0 };
  struct wide local = { 0 };
  w.a = 0xFFFFFFFFFFull; w.b = -1; w.c = 0x1FFFFFFFFull; w.d = -5; w.e = 0x7FFFFFFF; w.f = 0xFFFFFFFFull; w.g = -1;
  add(w.a + 1 == 0); add(w.a + 1); add(w.a * w.a); add(w.a + 1L); add(w.a + w.b); add(w.b + 1); add(-w.a); add(~w.a);
  add(w.a << 4); add(w.a >> 4); add(w.b >> 4); add(w.b << 2); add(w.c + 1); add(w.c + w.a); add(w.d + 1); add(w.f + 1);
  add(w.f + 1 == 0); add(w.f * w.f); add(w.g + 1 == 0); add(w.a - 1 < w.b); add(w.a == w.b); add(w.b < 0u); add(w.b < 0ul);
  add(w.c - w.a); add(w.c > -1); add(w.f > -1); add(w.e > -1); add((w.a = 1ull << 39) << 1); add(w.a += w.a);
  add(w.a); add(w.a--); add(w.a); add(++w.a); add(w.b++); add(w.b); add(w.b -= 7); add(w.c <<= 3); add(w.d *= 3);
  add(sizeof(w.a + 0)); add(sizeof(w.f + 0)); add(sizeof(w.a + w.d)); add(1 ? w.a : w.b); add(0 ? w.c : w.e);
  w.a = 0xFFFFFFFFFFull;
  add((1 ? w.a : w.c) + 1); add((w.a ?: 1) + 1); add(take(w.a + 1)); add(small(w.a)); add((int)w.a); add((double)w.a);
  add(w.a / 3); add(w.a % 1000); add((unsigned)w.a + 1); add(w.a & -2); add(w.a ^ ~0ull); add(!w.a); add(w.a && w.b);
  switch (w.a) { case 0xFFFFFFFFFFull: add(7); break; default: add(8); }
  add(sizeof(struct wide)); add(sizeof n); add(sizeof t); add(sizeof u); add(sizeof lines);
  n.a = 5; n.b = -1; n.c = 3; n.d = 4; n.e = BLUE; n.f = MINUS; n.g = 300; n.h = 257; n.i = 3; n.j = 1; n.k = -1;
  add(n.a); add(n.b); add(n.c); add(n.d); add(n.e); add(n.f); add(n.g); add(n.h); add(n.i); add(n.j); add(n.k);
  add(n.b + 1); add(n.b + 1 < 0); add(n.b > -1); add(n.k > -1); add(-n.b); add(~n.i); add(n.d + n.d); add(n.d++); add(n.d);
  add(--n.d); add(n.h++); add(n.h); add(n.a *= 3); add(n.g <<= 2); add(n.j == 1); add((n.a = 11)); add((n.k = -3) > 0);
  add(n.c ? n.a : n.b); add(n.i += 1); add(n.e > -1);
  t.a = 5; t.b = 0x7123456789ABull; t.c = -77; t.d = 'x'; t.e = 2; t.f = -123456789012345;
  add(t.a); add(t.b); add(t.c); add(t.d); add(t.e); add(t.f); add(t.b + 1); add(t.f * 2);
  for (unsigned i = 0; i < sizeof t; i++) add(((unsigned char *)&t)[i]);
  u.byte = 0xA7; add(u.halves.low); add(u.halves.high); u.halves.high = 3; add(u.byte); u.whole = -9; add(u.byte);
  lines[1].i = 0x01020304; lines[2].in.l = -3; lines[0].in.s = 9; lines[1].in.l = 1l << 49;
  for (unsigned i = 0; i < sizeof lines; i++) add(((unsigned char *)lines)[i]);
  add(lines[1].in.l); add(lines[1].in.l < 0);
  local = w; local.a += 2; add(local.a); add(local.b);
  add(_Alignof(struct line)); add(_Alignof(struct wide)); add(__alignof__(lines)); add(__alignof__(t.d));
  printf("%llu\n", checksum);
  return 0;
}
