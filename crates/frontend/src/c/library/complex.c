double creal(double _Complex z) { return __real__ z; }

double cimag(double _Complex z) { return __imag__ z; }

double _Complex conj(double _Complex z) { return ~z; }

double hypot(double, double); double cabs(double _Complex z) { return hypot(__real__ z, __imag__ z); }

double copysign(double, double); double _Complex cproj(double _Complex z) {
  if (__real__ z - __real__ z != 0 && __real__ z == __real__ z || __imag__ z - __imag__ z != 0 && __imag__ z == __imag__ z) {
    const double sign = copysign(0, __imag__ z);
    __real__ z = __builtin_inf();
    __imag__ z = sign;
  }
  return z;
}

double atan2(double, double); double carg(double _Complex z) { return atan2(__imag__ z, __real__ z); }

double copysign(double, double); double _Complex __fs_complex_product(double a, double b, double c, double d) {
  double ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  double _Complex product;
  __real__ product = ac - bd;
  __imag__ product = ad + bc;
  if (__real__ product == __real__ product || __imag__ product == __imag__ product) return product;
  int a_inf = a == a && a - a != 0, b_inf = b == b && b - b != 0;
  int c_inf = c == c && c - c != 0, d_inf = d == d && d - d != 0;
  int again = 0;
  if (a_inf || b_inf) {
    a = copysign(a_inf, a);
    b = copysign(b_inf, b);
    if (c != c) c = copysign(0, c);
    if (d != d) d = copysign(0, d);
    again = 1;
  }
  if (c_inf || d_inf) {
    c = copysign(c_inf, c);
    d = copysign(d_inf, d);
    if (a != a) a = copysign(0, a);
    if (b != b) b = copysign(0, b);
    again = 1;
  }
  if (!again && (ac == ac && ac - ac != 0 || bd == bd && bd - bd != 0 || ad == ad && ad - ad != 0 || bc == bc && bc - bc != 0)) {
    if (a != a) a = copysign(0, a);
    if (b != b) b = copysign(0, b);
    if (c != c) c = copysign(0, c);
    if (d != d) d = copysign(0, d);
    again = 1;
  }
  if (again) {
    __real__ product = __builtin_inf() * (a * c - b * d);
    __imag__ product = __builtin_inf() * (a * d + b * c);
  }
  return product;
}

double fabs(double); double copysign(double, double); double _Complex __fs_complex_quotient(double a, double b, double c, double d) {
  double big = sizeof(double) > 8 ? 0xf.fffffffffffffffp16379L : 0x1.fffffffffffffp1022;
  double least = sizeof(double) > 8 ? 0x1p-16382L : 0x1p-1022;
  double epsilon = sizeof(double) > 8 ? 0x1p-63L : 0x1p-52;
  double most = big * epsilon, x, y;
  double largest = fabs(c) < fabs(d) ? d : c;
  if (fabs(largest) >= big) {
    a /= 2;
    b /= 2;
    c /= 2;
    d /= 2;
  }
  largest = fabs(c) < fabs(d) ? d : c;
  if (fabs(largest) < epsilon ||
      fabs(a) < least && fabs(b) < most && fabs(largest) < most ||
      fabs(b) < least && fabs(a) < most && fabs(largest) < most) {
    a *= 1 / epsilon;
    b *= 1 / epsilon;
    c *= 1 / epsilon;
    d *= 1 / epsilon;
  }
  if (fabs(c) < fabs(d)) {
    double ratio = c / d;
    double denominator = c * ratio + d;
    if (fabs(ratio) > least) {
      x = (a * ratio + b) / denominator;
      y = (b * ratio - a) / denominator;
    } else {
      x = (c * (a / d) + b) / denominator;
      y = (c * (b / d) - a) / denominator;
    }
  } else {
    double ratio = d / c;
    double denominator = d * ratio + c;
    if (fabs(ratio) > least) {
      x = (b * ratio + a) / denominator;
      y = (b - a * ratio) / denominator;
    } else {
      x = (a + d * (b / c)) / denominator;
      y = (b - d * (a / c)) / denominator;
    }
  }
  if (x != x && y != y) {
    if (c == 0 && d == 0 && (a == a || b == b)) {
      x = copysign(__builtin_inf(), c) * a;
      y = copysign(__builtin_inf(), c) * b;
    } else if ((a == a && a - a != 0 || b == b && b - b != 0) && c - c == 0 && d - d == 0) {
      a = copysign(a == a && a - a != 0, a);
      b = copysign(b == b && b - b != 0, b);
      x = __builtin_inf() * (a * c + b * d);
      y = __builtin_inf() * (b * c - a * d);
    } else if ((c == c && c - c != 0 || d == d && d - d != 0) && a - a == 0 && b - b == 0) {
      c = copysign(c == c && c - c != 0, c);
      d = copysign(d == d && d - d != 0, d);
      x = 0.0 * (a * c + b * d);
      y = 0.0 * (b * c - a * d);
    }
  }
  double _Complex quotient;
  __real__ quotient = x;
  __imag__ quotient = y;
  return quotient;
}

float copysignf(float, float); float _Complex __fs_complex_quotientf(float a, float b, float c, float d) {
  double denominator = (double)c * c + (double)d * d;
  float x = ((double)a * c + (double)b * d) / denominator;
  float y = ((double)b * c - (double)a * d) / denominator;
  if (x != x && y != y) {
    if (c == 0 && d == 0 && (a == a || b == b)) {
      x = copysignf(__builtin_inff(), c) * a;
      y = copysignf(__builtin_inff(), c) * b;
    } else if ((a == a && a - a != 0 || b == b && b - b != 0) && c - c == 0 && d - d == 0) {
      a = copysignf(a == a && a - a != 0, a);
      b = copysignf(b == b && b - b != 0, b);
      x = __builtin_inff() * (a * c + b * d);
      y = __builtin_inff() * (b * c - a * d);
    } else if ((c == c && c - c != 0 || d == d && d - d != 0) && a - a == 0 && b - b == 0) {
      c = copysignf(c == c && c - c != 0, c);
      d = copysignf(d == d && d - d != 0, d);
      x = 0.0f * (a * c + b * d);
      y = 0.0f * (b * c - a * d);
    }
  }
  float _Complex quotient;
  __real__ quotient = x;
  __imag__ quotient = y;
  return quotient;
}
