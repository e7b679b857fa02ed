long __fs_days(long year, long month, long day) {
  const long y = month <= 2 ? year - 1 : year;
  const long era = (y >= 0 ? y : y - 399) / 400;
  const long of_era = y - era * 400;
  const long of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
}; long __fs_days(long, long, long); struct tm *gmtime_r(const long *time, struct tm *date) {
  const long days = *time / 86400 - (*time % 86400 < 0), seconds = *time - days * 86400;
  const long shifted = days + 719468;
  const long era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  const long of_era = shifted - era * 146097;
  const long years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const long of_year = of_era - (365 * years + years / 4 - years / 100);
  const long part = (5 * of_year + 2) / 153;
  const long month = part < 10 ? part + 3 : part - 9;
  const long year = years + era * 400 + (month <= 2);
  if (year - 1900 > 2147483647 || year - 1900 < -2147483647 - 1) {
    __fs_error(75);
    return 0;
  }
  date->tm_sec = seconds % 60;
  date->tm_min = seconds / 60 % 60;
  date->tm_hour = seconds / 3600;
  date->tm_mday = of_year - (153 * part + 2) / 5 + 1;
  date->tm_mon = month - 1;
  date->tm_year = year - 1900;
  date->tm_wday = (days % 7 + 11) % 7;
  date->tm_yday = days - __fs_days(year, 1, 1);
  date->tm_isdst = 0;
  date->tm_gmtoff = 0;
  date->tm_zone = "GMT";
  return date;
}

void *gmtime_r(const long *, void *); void *gmtime(const long *time) {
  static long date[7 + 4];
  return gmtime_r(time, date);
}

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
}; long __fs_days(long, long, long); void *gmtime_r(const long *, void *); long timegm(struct tm *date) {
  long months = (long)date->tm_year * 12 + date->tm_mon;
  long year = months / 12 - (months % 12 < 0);
  long time = (__fs_days(year + 1900, months - year * 12 + 1, 1) + date->tm_mday - 1) * 86400 + date->tm_hour * 3600L
    + date->tm_min * 60L + date->tm_sec;
  gmtime_r(&time, date);
  return time;
}

int __fs_two_digits(char *target, int number, int first) {
  target[0] = number < 10 ? first : '0' + number / 10 % 10;
  target[1] = '0' + number % 10;
  return 2;
}

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
}; int __fs_two_digits(char *, int, int); int __fs_unknown(int); char *asctime_r(const struct tm *date, char *target) {
  const char *days = "SunMonTueWedThuFriSat", *months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const long year = 1900L + date->tm_year;
  if (date->tm_wday < 0 || date->tm_wday > 6 || date->tm_mon < 0 || date->tm_mon > 11 || date->tm_mday < 0 || date->tm_mday > 99
      || date->tm_hour < 0 || date->tm_hour > 99 || date->tm_min < 0 || date->tm_min > 99 || date->tm_sec < 0
      || date->tm_sec > 99 || year < 1000 || year > 9999)
    __fs_unknown(0);
  for (int i = 0; i < 3; i++) target[i] = days[3 * date->tm_wday + i];
  target[3] = ' ';
  for (int i = 0; i < 3; i++) target[4 + i] = months[3 * date->tm_mon + i];
  target[7] = ' ';
  __fs_two_digits(target + 8, date->tm_mday, ' ');
  target[10] = ' ';
  __fs_two_digits(target + 11, date->tm_hour, '0');
  target[13] = ':';
  __fs_two_digits(target + 14, date->tm_min, '0');
  target[16] = ':';
  __fs_two_digits(target + 17, date->tm_sec, '0');
  target[19] = ' ';
  __fs_two_digits(target + 20, year / 100, '0');
  __fs_two_digits(target + 22, year % 100, '0');
  target[24] = '\n';
  target[25] = 0;
  return target;
}

char *asctime_r(const void *, char *); char *asctime(const void *date) {
  static char text[26];
  return asctime_r(date, text);
}

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
}; int __fs_two_digits(char *, int, int); int __fs_unknown(int); const char *__fs_day_name(int); const char *__fs_month_name(int); __SIZE_TYPE__ strftime(char *target, __SIZE_TYPE__ limit, const char *format, const struct tm *date) {
  __SIZE_TYPE__ n = 0;
  for (; *format; format++) {
    char piece[64];
    const char *text = 0;
    int longest = 64, k = 0, hour = (date->tm_hour + 11) % 12 + 1;
    const int year = 1900 + date->tm_year;
    if (year < 1000 || year > 9999 || date->tm_mon < 0 || date->tm_mon > 11 || date->tm_wday < 0 || date->tm_wday > 6)
      __fs_unknown(0);
    const char *parts = 0;
    if (*format != '%') piece[k++] = *format;
    else switch (*++format) {
    case 'a': text = __fs_day_name(date->tm_wday); longest = 3; break;
    case 'A': text = __fs_day_name(date->tm_wday); break;
    case 'b': case 'h': text = __fs_month_name(date->tm_mon); longest = 3; break;
    case 'B': text = __fs_month_name(date->tm_mon); break;
    case 'd': k = __fs_two_digits(piece, date->tm_mday, '0'); break;
    case 'e': k = __fs_two_digits(piece, date->tm_mday, ' '); break;
    case 'H': k = __fs_two_digits(piece, date->tm_hour, '0'); break;
    case 'I': k = __fs_two_digits(piece, hour, '0'); break;
    case 'k': k = __fs_two_digits(piece, date->tm_hour, ' '); break;
    case 'l': k = __fs_two_digits(piece, hour, ' '); break;
    case 'm': k = __fs_two_digits(piece, date->tm_mon + 1, '0'); break;
    case 'M': k = __fs_two_digits(piece, date->tm_min, '0'); break;
    case 'S': k = __fs_two_digits(piece, date->tm_sec, '0'); break;
    case 'y': k = __fs_two_digits(piece, year % 100, '0'); break;
    case 'C': k = __fs_two_digits(piece, year / 100, '0'); break;
    case 'p': text = date->tm_hour < 12 ? "AM" : "PM"; break;
    case 'u': piece[k++] = '0' + (date->tm_wday + 6) % 7 + 1; break;
    case 'w': piece[k++] = '0' + date->tm_wday; break;
    case 'n': piece[k++] = '\n'; break;
    case 't': piece[k++] = '\t'; break;
    case '%': piece[k++] = '%'; break;
    case 'j':
      piece[k++] = '0' + (date->tm_yday + 1) / 100;
      k += __fs_two_digits(piece + 1, (date->tm_yday + 1) % 100, '0');
      break;
    case 'F': parts = "Y-m-d"; break;
    case 'T': parts = "H:M:S"; break;
    case 'R': parts = "H:M"; break;
    case 'D': case 'x': parts = "m/d/y"; break;
    case 'X': parts = "H:M:S"; break;
    case 'Y': parts = "Y"; break;
    default: __fs_unknown(0);
    }
    for (; parts && *parts; parts++)
      switch (*parts) {
      case 'Y':
        k += __fs_two_digits(piece + k, year / 100, '0');
        k += __fs_two_digits(piece + k, year % 100, '0');
        break;
      case 'm': k += __fs_two_digits(piece + k, date->tm_mon + 1, '0'); break;
      case 'd': k += __fs_two_digits(piece + k, date->tm_mday, '0'); break;
      case 'y': k += __fs_two_digits(piece + k, year % 100, '0'); break;
      case 'H': k += __fs_two_digits(piece + k, date->tm_hour, '0'); break;
      case 'M': k += __fs_two_digits(piece + k, date->tm_min, '0'); break;
      case 'S': k += __fs_two_digits(piece + k, date->tm_sec, '0'); break;
      default: piece[k++] = *parts;
      }
    for (; text && text[k] && k < longest; k++) piece[k] = text[k];
    if (n + k >= limit) return 0;
    for (int i = 0; i < k; i++) target[n++] = piece[i];
  }
  if (limit) target[n] = 0;
  return n;
}

const char *__fs_day_name(int day) {
  switch (day) {
  case 0: return "Sunday";
  case 1: return "Monday";
  case 2: return "Tuesday";
  case 3: return "Wednesday";
  case 4: return "Thursday";
  case 5: return "Friday";
  default: return "Saturday";
  }
}

const char *__fs_month_name(int month) {
  switch (month) {
  case 0: return "January";
  case 1: return "February";
  case 2: return "March";
  case 3: return "April";
  case 4: return "May";
  case 5: return "June";
  case 6: return "July";
  case 7: return "August";
  case 8: return "September";
  case 9: return "October";
  case 10: return "November";
  default: return "December";
  }
}
