double __fs_checked(double result, double x, double y, int vanishes) {
  if (x != x || y != y) return result;
  if (result != result) __fs_error(33);
  else if (x - x == 0 && y - y == 0 && (result - result != 0 || (vanishes && result == 0))) __fs_error(34);
  return result;
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double sin(double x) {
  return __fs_checked(__fs_math(0, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double cos(double x) {
  return __fs_checked(__fs_math(1, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double tan(double x) {
  return __fs_checked(__fs_math(2, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double asin(double x) {
  return __fs_checked(__fs_math(3, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double acos(double x) {
  return __fs_checked(__fs_math(4, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double atan(double x) {
  return __fs_checked(__fs_math(5, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double sinh(double x) {
  return __fs_checked(__fs_math(6, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double cosh(double x) {
  return __fs_checked(__fs_math(7, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double tanh(double x) {
  return __fs_checked(__fs_math(8, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double asinh(double x) {
  return __fs_checked(__fs_math(9, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double acosh(double x) {
  return __fs_checked(__fs_math(10, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double atanh(double x) {
  return __fs_checked(__fs_math(11, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double exp(double x) {
  return __fs_checked(__fs_math(12, x, 0), x, 0, 1);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double exp2(double x) {
  return __fs_checked(__fs_math(13, x, 0), x, 0, 1);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double expm1(double x) {
  return __fs_checked(__fs_math(14, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double log(double x) {
  return __fs_checked(__fs_math(15, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double log2(double x) {
  return __fs_checked(__fs_math(16, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double log10(double x) {
  return __fs_checked(__fs_math(17, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double log1p(double x) {
  return __fs_checked(__fs_math(18, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double cbrt(double x) {
  return __fs_checked(__fs_math(19, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double pow(double x, double y) {
  return __fs_checked(__fs_math(20, x, y), x, y, x != 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double atan2(double x, double y) {
  return __fs_checked(__fs_math(21, x, y), x, y, x != 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double hypot(double x, double y) {
  return __fs_checked(__fs_math(22, x, y), x, y, 0);
}

double __fs_math(int, double, double); double fmod(double x, double y) {
  if (x == x && y == y && (y == 0 || x - x != 0)) __fs_error(33);
  return __fs_math(23, x, y);
}

double __fs_math(int, double, double); double remainder(double x, double y) {
  if (x == x && y == y && (y == 0 || x - x != 0)) __fs_error(33);
  return __fs_math(24, x, y);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double fdim(double x, double y) {
  return __fs_checked(__fs_math(25, x, y), x, y, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double exp10(double x) {
  return __fs_checked(__fs_math(26, x, 0), x, 0, 1);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double erf(double x) {
  return __fs_checked(__fs_math(27, x, 0), x, 0, 0);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double erfc(double x) {
  return __fs_checked(__fs_math(28, x, 0), x, 0, 1);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double tgamma(double x) {
  const double y = __fs_math(29, x, 0);
  if (x < 0 && x - x != 0) __fs_error(33);
  return __fs_checked(y, x, 0, 1);
}

double __fs_checked(double, double, double, int); double __fs_math(int, double, double); double lgamma(double x) {
  return __fs_checked(__fs_math(30, x, 0), x, 0, 0);
}

double lgamma(double); double gamma(double x) {
  return lgamma(x);
}

double remainder(double, double); double drem(double x, double y) {
  return remainder(x, y);
}

long double __fs_math_long(int, long double, long double); long double nextafterl(long double x, long double y) {
  const long double z = __fs_math_long(31, x, y);
  if (x - x == 0 && y == y && z - z != 0) __fs_error(34);
  return z;
}

long double nextafterl(long double, long double); long double nexttowardl(long double x, long double y) {
  return nextafterl(x, y);
}
