int __fs_ones(unsigned long long x) {
  x -= x >> 1 & 0x5555555555555555;
  x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
  x = x + (x >> 4) & 0x0f0f0f0f0f0f0f0f;
  return x * 0x0101010101010101 >> 56;
}

int __fs_ones(unsigned long long); int __fs_length_in_bits(unsigned long long x) {
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  return __fs_ones(x | x >> 32);
}

int __fs_ones(unsigned long long); int __fs_first_bit(unsigned long long x) {
  return x ? __fs_ones((x & -x) - 1) + 1 : 0;
}

int __fs_ones(unsigned long long); int __builtin_popcount(unsigned int x) {
  return __fs_ones(x);
}

int __fs_ones(unsigned long long); int __builtin_parity(unsigned int x) {
  return __fs_ones(x) & 1;
}

int __fs_length_in_bits(unsigned long long); int __builtin_clz(unsigned int x) {
  __fs_require(x != 0, "zero has no first bit");
  return 8 * (int)sizeof x - __fs_length_in_bits(x);
}

int __fs_first_bit(unsigned long long); int __builtin_ctz(unsigned int x) {
  __fs_require(x != 0, "zero has no first bit");
  return __fs_first_bit(x) - 1;
}

int __fs_length_in_bits(unsigned long long); int __builtin_clrsb(int x) {
  return 8 * (int)sizeof x - 1 - __fs_length_in_bits((unsigned int)(x < 0 ? ~x : x));
}

int __fs_first_bit(unsigned long long); int __builtin_ffs(int x) {
  return __fs_first_bit((unsigned int)x);
}

int __fs_first_bit(unsigned long long); int ffs(int x) {
  return __fs_first_bit((unsigned int)x);
}

int __fs_ones(unsigned long long); int __builtin_popcountl(unsigned long x) {
  return __fs_ones(x);
}

int __fs_ones(unsigned long long); int __builtin_parityl(unsigned long x) {
  return __fs_ones(x) & 1;
}

int __fs_length_in_bits(unsigned long long); int __builtin_clzl(unsigned long x) {
  __fs_require(x != 0, "zero has no first bit");
  return 8 * (int)sizeof x - __fs_length_in_bits(x);
}

int __fs_first_bit(unsigned long long); int __builtin_ctzl(unsigned long x) {
  __fs_require(x != 0, "zero has no first bit");
  return __fs_first_bit(x) - 1;
}

int __fs_length_in_bits(unsigned long long); int __builtin_clrsbl(long x) {
  return 8 * (int)sizeof x - 1 - __fs_length_in_bits((unsigned long)(x < 0 ? ~x : x));
}

int __fs_first_bit(unsigned long long); int __builtin_ffsl(long x) {
  return __fs_first_bit((unsigned long)x);
}

int __fs_first_bit(unsigned long long); int ffsl(long x) {
  return __fs_first_bit((unsigned long)x);
}

int __fs_ones(unsigned long long); int __builtin_popcountll(unsigned long long x) {
  return __fs_ones(x);
}

int __fs_ones(unsigned long long); int __builtin_parityll(unsigned long long x) {
  return __fs_ones(x) & 1;
}

int __fs_length_in_bits(unsigned long long); int __builtin_clzll(unsigned long long x) {
  __fs_require(x != 0, "zero has no first bit");
  return 8 * (int)sizeof x - __fs_length_in_bits(x);
}

int __fs_first_bit(unsigned long long); int __builtin_ctzll(unsigned long long x) {
  __fs_require(x != 0, "zero has no first bit");
  return __fs_first_bit(x) - 1;
}

int __fs_length_in_bits(unsigned long long); int __builtin_clrsbll(long long x) {
  return 8 * (int)sizeof x - 1 - __fs_length_in_bits((unsigned long long)(x < 0 ? ~x : x));
}

int __fs_first_bit(unsigned long long); int __builtin_ffsll(long long x) {
  return __fs_first_bit((unsigned long long)x);
}

int __fs_first_bit(unsigned long long); int ffsll(long long x) {
  return __fs_first_bit((unsigned long long)x);
}

unsigned short __builtin_bswap16(unsigned short x) {
  return x << 8 | x >> 8;
}

unsigned __builtin_bswap32(unsigned x) {
  return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

unsigned __builtin_bswap32(unsigned); unsigned long long __builtin_bswap64(unsigned long long x) {
  return (unsigned long long)__builtin_bswap32(x) << 32 | __builtin_bswap32(x >> 32);
}
