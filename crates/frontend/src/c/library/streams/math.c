double __fs_math(int, double, double); double sin(double x) {
  return __fs_math(0, x, 0);
}

float __fs_math_float(int, float, float); float sinf(float x) {
  return __fs_math_float(0, x, 0);
}

double __fs_math(int, double, double); long double sinl(long double x) {
  return __fs_math(0, x, 0);
}

double __fs_math(int, double, double); double cos(double x) {
  return __fs_math(1, x, 0);
}

float __fs_math_float(int, float, float); float cosf(float x) {
  return __fs_math_float(1, x, 0);
}

double __fs_math(int, double, double); long double cosl(long double x) {
  return __fs_math(1, x, 0);
}

double __fs_math(int, double, double); double tan(double x) {
  return __fs_math(2, x, 0);
}

float __fs_math_float(int, float, float); float tanf(float x) {
  return __fs_math_float(2, x, 0);
}

double __fs_math(int, double, double); long double tanl(long double x) {
  return __fs_math(2, x, 0);
}

double __fs_math(int, double, double); double asin(double x) {
  return __fs_math(3, x, 0);
}

float __fs_math_float(int, float, float); float asinf(float x) {
  return __fs_math_float(3, x, 0);
}

double __fs_math(int, double, double); long double asinl(long double x) {
  return __fs_math(3, x, 0);
}

double __fs_math(int, double, double); double acos(double x) {
  return __fs_math(4, x, 0);
}

float __fs_math_float(int, float, float); float acosf(float x) {
  return __fs_math_float(4, x, 0);
}

double __fs_math(int, double, double); long double acosl(long double x) {
  return __fs_math(4, x, 0);
}

double __fs_math(int, double, double); double atan(double x) {
  return __fs_math(5, x, 0);
}

float __fs_math_float(int, float, float); float atanf(float x) {
  return __fs_math_float(5, x, 0);
}

double __fs_math(int, double, double); long double atanl(long double x) {
  return __fs_math(5, x, 0);
}

double __fs_math(int, double, double); double sinh(double x) {
  return __fs_math(6, x, 0);
}

float __fs_math_float(int, float, float); float sinhf(float x) {
  return __fs_math_float(6, x, 0);
}

double __fs_math(int, double, double); long double sinhl(long double x) {
  return __fs_math(6, x, 0);
}

double __fs_math(int, double, double); double cosh(double x) {
  return __fs_math(7, x, 0);
}

float __fs_math_float(int, float, float); float coshf(float x) {
  return __fs_math_float(7, x, 0);
}

double __fs_math(int, double, double); long double coshl(long double x) {
  return __fs_math(7, x, 0);
}

double __fs_math(int, double, double); double tanh(double x) {
  return __fs_math(8, x, 0);
}

float __fs_math_float(int, float, float); float tanhf(float x) {
  return __fs_math_float(8, x, 0);
}

double __fs_math(int, double, double); long double tanhl(long double x) {
  return __fs_math(8, x, 0);
}

double __fs_math(int, double, double); double asinh(double x) {
  return __fs_math(9, x, 0);
}

float __fs_math_float(int, float, float); float asinhf(float x) {
  return __fs_math_float(9, x, 0);
}

double __fs_math(int, double, double); long double asinhl(long double x) {
  return __fs_math(9, x, 0);
}

double __fs_math(int, double, double); double acosh(double x) {
  return __fs_math(10, x, 0);
}

float __fs_math_float(int, float, float); float acoshf(float x) {
  return __fs_math_float(10, x, 0);
}

double __fs_math(int, double, double); long double acoshl(long double x) {
  return __fs_math(10, x, 0);
}

double __fs_math(int, double, double); double atanh(double x) {
  return __fs_math(11, x, 0);
}

float __fs_math_float(int, float, float); float atanhf(float x) {
  return __fs_math_float(11, x, 0);
}

double __fs_math(int, double, double); long double atanhl(long double x) {
  return __fs_math(11, x, 0);
}

double __fs_math(int, double, double); double exp(double x) {
  return __fs_math(12, x, 0);
}

float __fs_math_float(int, float, float); float expf(float x) {
  return __fs_math_float(12, x, 0);
}

double __fs_math(int, double, double); long double expl(long double x) {
  return __fs_math(12, x, 0);
}

double __fs_math(int, double, double); double exp2(double x) {
  return __fs_math(13, x, 0);
}

float __fs_math_float(int, float, float); float exp2f(float x) {
  return __fs_math_float(13, x, 0);
}

double __fs_math(int, double, double); long double exp2l(long double x) {
  return __fs_math(13, x, 0);
}

double __fs_math(int, double, double); double expm1(double x) {
  return __fs_math(14, x, 0);
}

float __fs_math_float(int, float, float); float expm1f(float x) {
  return __fs_math_float(14, x, 0);
}

double __fs_math(int, double, double); long double expm1l(long double x) {
  return __fs_math(14, x, 0);
}

double __fs_math(int, double, double); double log(double x) {
  return __fs_math(15, x, 0);
}

float __fs_math_float(int, float, float); float logf(float x) {
  return __fs_math_float(15, x, 0);
}

double __fs_math(int, double, double); long double logl(long double x) {
  return __fs_math(15, x, 0);
}

double __fs_math(int, double, double); double log2(double x) {
  return __fs_math(16, x, 0);
}

float __fs_math_float(int, float, float); float log2f(float x) {
  return __fs_math_float(16, x, 0);
}

double __fs_math(int, double, double); long double log2l(long double x) {
  return __fs_math(16, x, 0);
}

double __fs_math(int, double, double); double log10(double x) {
  return __fs_math(17, x, 0);
}

float __fs_math_float(int, float, float); float log10f(float x) {
  return __fs_math_float(17, x, 0);
}

double __fs_math(int, double, double); long double log10l(long double x) {
  return __fs_math(17, x, 0);
}

double __fs_math(int, double, double); double log1p(double x) {
  return __fs_math(18, x, 0);
}

float __fs_math_float(int, float, float); float log1pf(float x) {
  return __fs_math_float(18, x, 0);
}

double __fs_math(int, double, double); long double log1pl(long double x) {
  return __fs_math(18, x, 0);
}

double __fs_math(int, double, double); double cbrt(double x) {
  return __fs_math(19, x, 0);
}

float __fs_math_float(int, float, float); float cbrtf(float x) {
  return __fs_math_float(19, x, 0);
}

double __fs_math(int, double, double); long double cbrtl(long double x) {
  return __fs_math(19, x, 0);
}

double __fs_math(int, double, double); double pow(double x, double y) {
  return __fs_math(20, x, y);
}

float __fs_math_float(int, float, float); float powf(float x, float y) {
  return __fs_math_float(20, x, y);
}

double __fs_math(int, double, double); long double powl(long double x, long double y) {
  return __fs_math(20, x, y);
}

double __fs_math(int, double, double); double atan2(double x, double y) {
  return __fs_math(21, x, y);
}

float __fs_math_float(int, float, float); float atan2f(float x, float y) {
  return __fs_math_float(21, x, y);
}

double __fs_math(int, double, double); long double atan2l(long double x, long double y) {
  return __fs_math(21, x, y);
}

double __fs_math(int, double, double); double hypot(double x, double y) {
  return __fs_math(22, x, y);
}

float __fs_math_float(int, float, float); float hypotf(float x, float y) {
  return __fs_math_float(22, x, y);
}

double __fs_math(int, double, double); long double hypotl(long double x, long double y) {
  return __fs_math(22, x, y);
}

double __fs_math(int, double, double); double fmod(double x, double y) {
  return __fs_math(23, x, y);
}

float __fs_math_float(int, float, float); float fmodf(float x, float y) {
  return __fs_math_float(23, x, y);
}

double __fs_math(int, double, double); long double fmodl(long double x, long double y) {
  return __fs_math(23, x, y);
}

double __fs_math(int, double, double); double remainder(double x, double y) {
  return __fs_math(24, x, y);
}

float __fs_math_float(int, float, float); float remainderf(float x, float y) {
  return __fs_math_float(24, x, y);
}

double __fs_math(int, double, double); long double remainderl(long double x, long double y) {
  return __fs_math(24, x, y);
}

double __fs_math(int, double, double); double fdim(double x, double y) {
  return __fs_math(25, x, y);
}

float __fs_math_float(int, float, float); float fdimf(float x, float y) {
  return __fs_math_float(25, x, y);
}

double __fs_math(int, double, double); long double fdiml(long double x, long double y) {
  return __fs_math(25, x, y);
}
