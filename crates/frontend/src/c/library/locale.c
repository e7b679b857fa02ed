char *setlocale(int category, const char *name) {
  static char text[32] = "C";
  if (!name) return text;
  if (!name[0] || (name[0] == 'C' && !name[1])) return text;
  if (!__fs_any(0, 1)) return 0;
  __fs_unfollowed("another locale");
  return text;
}

struct lconv {
  char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep,
    *mon_grouping, *positive_sign, *negative_sign;
  char numbers[14];
}; struct lconv *localeconv(void) {
  static struct lconv c;
  c.decimal_point = ".";
  c.thousands_sep = c.grouping = c.int_curr_symbol = c.currency_symbol = c.mon_decimal_point = c.mon_thousands_sep = "";
  c.mon_grouping = c.positive_sign = c.negative_sign = "";
  for (int i = 0; i < 14; i++) c.numbers[i] = 127;
  return &c;
}
