void __fs_increases(double x, double y, double other_x, double other_y) {
  __VERIFIER_assume(x != other_x || y == other_y);
  __VERIFIER_assume(!(x < other_x) || y <= other_y);
  __VERIFIER_assume(!(x > other_x) || y >= other_y);
}

void __fs_decreases(double x, double y, double other_x, double other_y) {
  __VERIFIER_assume(x != other_x || y == other_y);
  __VERIFIER_assume(!(x < other_x) || y >= other_y);
  __VERIFIER_assume(!(x > other_x) || y <= other_y);
}

double __VERIFIER_nondet_double(void); double __fs_between(double low, double high) {
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y >= low && y <= high);
  return y;
}

double __fs_between(double, double); double sin(double x) {
  static double earlier, before;
  if (x != x) return x;
  if (x - x != 0) {
    __fs_error(33);
    return x - x;
  }
  double y = __fs_between(-1, 1);
  __VERIFIER_assume(x != 0 || y == x);
  __VERIFIER_assume(x != earlier || y == before);
  earlier = x;
  before = y;
  return y;
}

double __fs_between(double, double); double cos(double x) {
  static double earlier, before = 1;
  if (x != x) return x;
  if (x - x != 0) {
    __fs_error(33);
    return x - x;
  }
  double y = __fs_between(-1, 1);
  __VERIFIER_assume(x != 0 || y == 1);
  __VERIFIER_assume(x != earlier || y == before);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); double tan(double x) {
  static double earlier, before;
  if (x != x) return x;
  if (x - x != 0) {
    __fs_error(33);
    return x - x;
  }
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y - y == 0);
  __VERIFIER_assume(x != 0 || y == x);
  __VERIFIER_assume(x != earlier || y == before);
  earlier = x;
  before = y;
  return y;
}

double sin(double); double cos(double); void sincos(double x, double *sine, double *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}

double __fs_between(double, double); void __fs_increases(double, double, double, double); double asin(double x) {
  static double earlier, before;
  if (x != x) return x;
  if (x < -1 || x > 1) {
    __fs_error(33);
    return (x - x) / (x - x);
  }
  double y = __fs_between(-1.5707964, 1.5707964);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 0);
  earlier = x;
  before = y;
  return y;
}

double __fs_between(double, double); void __fs_decreases(double, double, double, double); double acos(double x) {
  static double earlier = 1, before;
  if (x != x) return x;
  if (x < -1 || x > 1) {
    __fs_error(33);
    return (x - x) / (x - x);
  }
  double y = __fs_between(0, 3.1415928);
  __fs_decreases(x, y, earlier, before);
  __VERIFIER_assume(x != 1 || y == 0);
  earlier = x;
  before = y;
  return y;
}

double __fs_between(double, double); void __fs_increases(double, double, double, double); double atan(double x) {
  static double earlier, before;
  if (x != x) return x;
  double y = __fs_between(-1.5707964, 1.5707964);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 0);
  earlier = x;
  before = y;
  return y;
}

double __fs_between(double, double); double atan2(double y, double x) {
  if (x != x || y != y) return x + y;
  double angle = __fs_between(-3.1415928, 3.1415928);
  __VERIFIER_assume(y < 0 ? angle <= 0 : y > 0 ? angle >= 0 : 1);
  if (angle == 0) __fs_error_or_end();
  return angle;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double sinh(double x) {
  static double earlier, before;
  if (x - x != 0) return x;
  double y = __VERIFIER_nondet_double();
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 0);
  if (y - y != 0) __fs_error(34);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); double cosh(double x) {
  static double earlier, before = 1;
  if (x - x != 0) return x * x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y >= 1 && (x != 0 || y == 1) && (x != earlier || y == before));
  if (y - y != 0) __fs_error(34);
  earlier = x;
  before = y;
  return y;
}

double __fs_between(double, double); void __fs_increases(double, double, double, double); double tanh(double x) {
  static double earlier, before;
  if (x != x) return x;
  double y = __fs_between(-1, 1);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 0);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double asinh(double x) {
  static double earlier, before;
  if (x - x != 0) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y - y == 0);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 0);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double acosh(double x) {
  static double earlier = 1, before;
  if (x != x) return x;
  if (x < 1) {
    __fs_error(33);
    return (x - x) / (x - x);
  }
  if (x - x != 0) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y - y == 0);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 1, 0);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double atanh(double x) {
  static double earlier, before;
  if (x != x) return x;
  if (x < -1 || x > 1) {
    __fs_error(33);
    return (x - x) / (x - x);
  }
  if (x == 1 || x == -1) {
    __fs_error(34);
    return x / (x - x);
  }
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y - y == 0);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 0);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double exp(double x) {
  static double earlier, before = 1;
  if (x != x) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y >= 0);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 1);
  if (x - x != 0) __VERIFIER_assume(x < 0 ? y == 0 : y - y != 0);
  else if (y == 0 || y - y != 0) __fs_error(34);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double exp2(double x) {
  static double earlier, before = 1;
  if (x != x) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y >= 0);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 1);
  __fs_increases(x, y, 1, 2);
  if (x - x != 0) __VERIFIER_assume(x < 0 ? y == 0 : y - y != 0);
  else if (y == 0 || y - y != 0) __fs_error(34);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double exp10(double x) {
  static double earlier, before = 1;
  if (x != x) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y >= 0);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 1);
  __fs_increases(x, y, 1, 10);
  if (x - x != 0) __VERIFIER_assume(x < 0 ? y == 0 : y - y != 0);
  else if (y == 0 || y - y != 0) __fs_error(34);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double expm1(double x) {
  static double earlier, before;
  if (x != x) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y >= -1);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 0);
  if (x - x != 0) __VERIFIER_assume(x < 0 ? y == -1 : y - y != 0);
  else if (y - y != 0) __fs_error(34);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double log(double x) {
  static double earlier = 1, before;
  if (x != x) return x;
  if (x < 0) {
    __fs_error(33);
    return (x - x) / (x - x);
  }
  if (x == 0) {
    __fs_error(34);
    return -1 / (x * x);
  }
  if (x - x != 0) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y - y == 0);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 1, 0);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double log2(double x) {
  static double earlier = 1, before;
  if (x != x) return x;
  if (x < 0) {
    __fs_error(33);
    return (x - x) / (x - x);
  }
  if (x == 0) {
    __fs_error(34);
    return -1 / (x * x);
  }
  if (x - x != 0) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y - y == 0);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 1, 0);
  __fs_increases(x, y, 2, 1);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double log10(double x) {
  static double earlier = 1, before;
  if (x != x) return x;
  if (x < 0) {
    __fs_error(33);
    return (x - x) / (x - x);
  }
  if (x == 0) {
    __fs_error(34);
    return -1 / (x * x);
  }
  if (x - x != 0) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y - y == 0);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 1, 0);
  __fs_increases(x, y, 10, 1);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double log1p(double x) {
  static double earlier, before;
  if (x != x) return x;
  if (x < -1) {
    __fs_error(33);
    return (x - x) / (x - x);
  }
  if (x == -1) {
    __fs_error(34);
    return x / (x - x);
  }
  if (x - x != 0) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y - y == 0);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 0);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); void __fs_increases(double, double, double, double); double cbrt(double x) {
  static double earlier, before;
  if (x - x != 0) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y - y == 0);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 0);
  __fs_increases(x, y, 1, 1);
  __fs_increases(x, y, -1, -1);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); double hypot(double x, double y) {
  double a = x < 0 ? -x : x, b = y < 0 ? -y : y;
  if ((a - a != 0 && a == a) || (b - b != 0 && b == b)) return a == a && a - a != 0 ? a : b;
  if (a != a || b != b) return a + b;
  double result = __VERIFIER_nondet_double();
  __VERIFIER_assume(result >= a && result >= b && result <= a + b);
  if (result - result != 0) __fs_error(34);
  return result;
}

double __fs_between(double, double); void __fs_increases(double, double, double, double); double erf(double x) {
  static double earlier, before;
  if (x != x) return x;
  double y = __fs_between(-1, 1);
  __fs_increases(x, y, earlier, before);
  __fs_increases(x, y, 0, 0);
  earlier = x;
  before = y;
  return y;
}

double __fs_between(double, double); void __fs_decreases(double, double, double, double); double erfc(double x) {
  static double earlier, before = 1;
  if (x != x) return x;
  double y = __fs_between(0, 2);
  __fs_decreases(x, y, earlier, before);
  __fs_decreases(x, y, 0, 1);
  if (y == 0 && x - x == 0) __fs_error(34);
  earlier = x;
  before = y;
  return y;
}

double __VERIFIER_nondet_double(void); int signgam; double lgamma(double x) {
  if (x != x) return x;
  signgam = __fs_any(0, 1) ? 1 : -1;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(y == y);
  __fs_error_or_end();
  return y;
}

double __VERIFIER_nondet_double(void); double tgamma(double x) {
  if (x != x) return x;
  double y = __VERIFIER_nondet_double();
  __VERIFIER_assume(!(x > 0) || y >= 0.8);
  __fs_error_or_end();
  return y;
}

double __VERIFIER_nondet_double(void); double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (x != (long long)x || y != (int)y || y < 0 || y > 64) {
    double other = __VERIFIER_nondet_double();
    __VERIFIER_assume(!(x >= 0) || !(y == y) || other >= 0);
    __VERIFIER_assume(!(x > 1 && y > 0) || other >= 1);
    __fs_error_or_end();
    return other;
  }
  double result = 1;
  for (int i = 0; i < (int)y; i++) result *= x;
  if (result > 9007199254740992.0 || result < -9007199254740992.0) {
    double other = __VERIFIER_nondet_double();
    __VERIFIER_assume(result > 0 ? other >= 9007199254740992.0 : other <= -9007199254740992.0);
    __fs_error_or_end();
    return other;
  }
  return result;
}

double j0(double x) {
  return __VERIFIER_nondet_double();
}

double j1(double x) {
  return __VERIFIER_nondet_double();
}

double jn(int n, double x) {
  return __VERIFIER_nondet_double();
}

double y0(double x) {
  __fs_error_or_end();
  return __VERIFIER_nondet_double();
}

double y1(double x) {
  __fs_error_or_end();
  return __VERIFIER_nondet_double();
}

double yn(int n, double x) {
  __fs_error_or_end();
  return __VERIFIER_nondet_double();
}

long lround(double x) {
  double nearest = round(x);
  const long least = (long)((unsigned long)1 << (8 * sizeof(long) - 1));
  return nearest >= (double)least && nearest < -(double)least ? (long)nearest : __fs_truth(least);
}

long long llround(double x) {
  double nearest = round(x);
  const long long least = -9223372036854775807LL - 1;
  return nearest >= (double)least && nearest < -(double)least ? (long long)nearest : __fs_truth(least);
}

long lrint(double x) {
  double nearest = rint(x);
  const long least = (long)((unsigned long)1 << (8 * sizeof(long) - 1));
  return nearest >= (double)least && nearest < -(double)least ? (long)nearest : __fs_truth(least);
}

long long llrint(double x) {
  double nearest = rint(x);
  const long long least = -9223372036854775807LL - 1;
  return nearest >= (double)least && nearest < -(double)least ? (long long)nearest : __fs_truth(least);
}

double modf(double x, double *whole) {
  *whole = trunc(x);
  if (x - x != 0) return x != x ? x : copysign(0, x);
  return copysign(x - *whole, x);
}

int __fs_exponent(double *x) {
  static const long double powers[14] = {
    0x1p1L, 0x1p2L, 0x1p4L, 0x1p8L, 0x1p16L, 0x1p32L, 0x1p64L, 0x1p128L, 0x1p256L, 0x1p512L, 0x1p1024L, 0x1p2048L, 0x1p4096L,
    0x1p8192L
  };
  const int top = sizeof(double) > 8 ? 13 : sizeof(double) == 8 ? 9 : 6;
  double a = *x < 0 ? -*x : *x;
  int exponent = 0;
  if (a < 1) {
    a *= (double)powers[top];
    exponent -= 1 << top;
    for (int i = top; i >= 0; i--)
      if (a * (double)powers[i] < 2) {
        a *= (double)powers[i];
        exponent -= 1 << i;
      }
  }
  for (int i = top; i >= 0; i--)
    if (a >= (double)powers[i]) {
      a /= (double)powers[i];
      exponent += 1 << i;
    }
  *x = *x < 0 ? -a : a;
  return exponent;
}

int __fs_exponent(double *); double frexp(double x, int *exponent) {
  *exponent = 0;
  if (x == 0 || x - x != 0) return x;
  *exponent = __fs_exponent(&x) + 1;
  return x / 2;
}

int __fs_exponent(double *); int ilogb(double x) {
  if (x == 0 || x != x) {
    __fs_error(33);
    return -2147483647 - 1;
  }
  if (x - x != 0) {
    __fs_error(33);
    return 2147483647;
  }
  return __fs_exponent(&x);
}

int __fs_exponent(double *); double logb(double x) {
  if (x == 0) return -1 / (x * x);
  if (x - x != 0) return x * x;
  return __fs_exponent(&x);
}

int __fs_exponent(double *); double significand(double x) {
  if (x == 0 || x - x != 0) {
    if (sizeof x <= 8) __fs_error(33);
    return x;
  }
  __fs_exponent(&x);
  return x;
}

double __fs_scaled(double x, long n) {
  static const long double powers[14] = {
    0x1p1L, 0x1p2L, 0x1p4L, 0x1p8L, 0x1p16L, 0x1p32L, 0x1p64L, 0x1p128L, 0x1p256L, 0x1p512L, 0x1p1024L, 0x1p2048L, 0x1p4096L,
    0x1p8192L
  };
  const int least = sizeof(double) > 8 ? -16300 : -2200, most = 16300;
  long double y = x;
  if (x == 0 || x - x != 0) return x + x;
  for (int i = 0; i < 2 && sizeof(double) > 8; i++) {
    if (n > most) {
      y *= 0x1p8192L;
      n -= 8192;
    }
    if (n < least) {
      y *= 0x1p-16200L;
      n += 16200;
    }
  }
  if (n > most) n = most;
  if (n < least) n = least;
  long double power = 1;
  const int amount = n < 0 ? -n : n;
  for (int i = 0; i < 14; i++)
    if (amount >> i & 1) power *= powers[i];
  const double scaled = (double)(n < 0 ? y / power : y * power);
  if (scaled == 0 || scaled - scaled != 0) __fs_error(34);
  return scaled;
}

double __fs_scaled(double, long); double ldexp(double x, int n) {
  return __fs_scaled(x, n);
}

double __fs_scaled(double, long); double scalbn(double x, int n) {
  return __fs_scaled(x, n);
}

double __fs_scaled(double, long); double scalbln(double x, long n) {
  return __fs_scaled(x, n);
}

double __fs_rest(double a, double b, int *quotient) {
  *quotient = 0;
  while (a >= b) {
    double part = b;
    while (a / part >= 1048576.0) part *= 1048576.0;
    const double n = trunc(a / part);
    __float128 rest = (__float128)a - (__float128)n * part;
    int more = (int)((long long)n & 7);
    if (rest < 0) {
      rest += part;
      more--;
    }
    if (part == b) *quotient = (*quotient + more) & 7;
    a = (double)rest;
  }
  return a;
}

double __fs_rest(double, double, int *); double fmod(double x, double y) {
  int quotient;
  if (x != x || y != y) return x + y;
  if (y == 0 || x - x != 0) {
    __fs_error(33);
    return (x - x) / (x - x);
  }
  if (y - y != 0) return x;
  return copysign(__fs_rest(fabs(x), fabs(y), &quotient), x);
}

double __fs_rest(double, double, int *); double remquo(double x, double y, int *quotient) {
  *quotient = 0;
  if (x != x || y != y) return x + y;
  if (y == 0 || x - x != 0) return (x - x) / (x - x);
  if (y - y != 0) return x;
  const double b = fabs(y);
  int low;
  double rest = __fs_rest(fabs(x), b, &low);
  if (rest > b - rest || (rest == b - rest && (low & 1))) {
    rest -= b;
    low = (low + 1) & 7;
  }
  *quotient = (x < 0) == (y < 0) ? low : -low;
  if (rest == 0) return copysign(0, x);
  return signbit(x) ? -rest : rest;
}

double remquo(double, double, int *); double remainder(double x, double y) {
  int quotient;
  if (x == x && y == y && (y == 0 || x - x != 0)) __fs_error(33);
  return remquo(x, y, &quotient);
}

double remainder(double, double); double drem(double x, double y) {
  return remainder(x, y);
}

double fdim(double x, double y) {
  if (x <= y) return 0;
  const double difference = x - y;
  if (difference - difference != 0 && x - x == 0 && y - y == 0) __fs_error(34);
  return difference;
}

void __fs_printed(const char *); double nan(const char *text) {
  const double zero = 0;
  __fs_printed(text);
  return copysign(zero / zero, 1);
}

double nextafter(double x, double y) {
  union {
    double number;
    unsigned long long bits;
  } next;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  next.number = x;
  if (x == 0) {
    next.bits = 1;
    next.number = copysign(next.number, y);
  } else if ((x < y) == (x > 0)) next.bits++;
  else next.bits--;
  if (x != 0 && (next.number - next.number != 0 || fabs(next.number) < 0x1p-1022)) __fs_error(34);
  return next.number;
}

float nextafterf(float x, float y) {
  union {
    float number;
    unsigned int bits;
  } next;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  next.number = x;
  if (x == 0) {
    next.bits = 1;
    next.number = copysignf(next.number, y);
  } else if ((x < y) == (x > 0)) next.bits++;
  else next.bits--;
  if (x != 0 && (next.number - next.number != 0 || fabsf(next.number) < 0x1p-126f)) __fs_error(34);
  return next.number;
}

double nexttoward(double x, long double y) {
  union {
    double number;
    unsigned long long bits;
  } next;
  if (x != x || y != y) return x + (double)y;
  if (x == y) return (double)y;
  next.number = x;
  if (x == 0) {
    next.bits = 1;
    next.number = copysign(next.number, y < 0 ? -1 : 1);
  } else if ((x < y) == (x > 0)) next.bits++;
  else next.bits--;
  if (x != 0 && (next.number - next.number != 0 || fabs(next.number) < 0x1p-1022)) __fs_error(34);
  return next.number;
}

float nexttowardf(float x, long double y) {
  union {
    float number;
    unsigned int bits;
  } next;
  if (x != x || y != y) return x + (float)y;
  if (x == y) return (float)y;
  next.number = x;
  if (x == 0) {
    next.bits = 1;
    next.number = copysignf(next.number, y < 0 ? -1 : 1);
  } else if ((x < y) == (x > 0)) next.bits++;
  else next.bits--;
  if (x != 0 && (next.number - next.number != 0 || fabsf(next.number) < 0x1p-126f)) __fs_error(34);
  return next.number;
}

double fma(double x, double y, double z) {
  const __float128 product = (__float128)x * y;
  const __float128 sum = product + z;
  if (sum - sum != 0) return x * y + z;
  const __float128 other = sum - product;
  const __float128 wrong = (product - (sum - other)) + (z - other);
  const __float128 step = (sum < 0 ? -sum : sum) / (__float128)0x1p112L, up = sum + step, down = sum - step;
  const double high = (double)up, low = (double)down;
  if (wrong != 0 && high != low && high - sum == sum - low) return wrong > 0 ? high : low;
  return (double)sum;
}

float fmaf(float x, float y, float z) {
  const __float128 product = (__float128)x * y;
  const __float128 sum = product + z;
  if (sum - sum != 0) return x * y + z;
  const __float128 other = sum - product;
  const __float128 wrong = (product - (sum - other)) + (z - other);
  const __float128 step = (sum < 0 ? -sum : sum) / (__float128)0x1p112L, up = sum + step, down = sum - step;
  const float high = (float)up, low = (float)down;
  if (wrong != 0 && high != low && high - sum == sum - low) return wrong > 0 ? high : low;
  return (float)sum;
}

int __fpclassify(double x) {
  if (x != x) return 0;
  if (x - x != 0) return 1;
  if (x == 0) return 2;
  return fabs(x) < 0x1p-1022 ? 3 : 4;
}

int __fpclassifyf(float x) {
  if (x != x) return 0;
  if (x - x != 0) return 1;
  if (x == 0) return 2;
  return fabsf(x) < 0x1p-126f ? 3 : 4;
}

int __fpclassifyl(long double x) {
  if (x != x) return 0;
  if (x - x != 0) return 1;
  if (x == 0) return 2;
  return fabsl(x) < 0x1p-16382L ? 3 : 4;
}

int fegetround(void) {
  return 0;
}

int fesetround(int mode) {
  if (mode == 0) return 0;
  __fs_unfollowed("another rounding mode");
  return 0;
}

int feclearexcept(int which) {
  return 0;
}

int feraiseexcept(int which) {
  return 0;
}

int fetestexcept(int which) {
  return which & (int)__fs_any(0, 63);
}

int feenableexcept(int which) {
  if (which) __fs_unfollowed("a trap of floating-point exceptions");
  return 0;
}

int fedisableexcept(int which) {
  return 0;
}

int fegetexcept(void) {
  return 0;
}

int fegetenv(void *environment) {
  __fs_writable(environment, 32);
  __fs_forget(environment, 32);
  return 0;
}

int feholdexcept(void *environment) {
  __fs_writable(environment, 32);
  __fs_forget(environment, 32);
  return 0;
}

int fesetenv(const void *environment) {
  return 0;
}

int feupdateenv(const void *environment) {
  return 0;
}

int fegetexceptflag(void *flags, int which) {
  __fs_writable(flags, 2);
  __fs_forget(flags, 2);
  return 0;
}

int fesetexceptflag(const void *flags, int which) {
  return 0;
}
