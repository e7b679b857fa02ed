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

void *__fs_static_date(void); void *gmtime_r(const long *, void *); void *gmtime(const long *time) {
  return gmtime_r(time, __fs_static_date());
}

int __fs_unknown(int); char *getenv(const char *); const char *__fs_zone(void) {
  const char *zone = getenv("TZ");
  if (!zone || !zone[0]) return "UTC";
  const int is_utc = zone[0] == 'U' && zone[1] == 'T' && zone[2] == 'C', is_gmt = zone[0] == 'G' && zone[1] == 'M' && zone[2] == 'T';
  if (!is_utc && !is_gmt) __fs_unknown(2);
  if (zone[3] && (zone[3] != '0' || zone[4])) __fs_unknown(2);
  return is_gmt ? "GMT" : "UTC";
}

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
}; void *gmtime_r(const long *, void *); const char *__fs_zone(void); struct tm *localtime_r(const long *time, struct tm *date) {
  const char *zone = __fs_zone();
  if (!gmtime_r(time, date)) return 0;
  date->tm_zone = zone;
  return date;
}

void *__fs_static_date(void); void *localtime_r(const long *, void *); void *localtime(const long *time) {
  return localtime_r(time, __fs_static_date());
}

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
}; const char *__fs_zone(void); long timegm(struct tm *); long mktime(struct tm *date) {
  const char *zone = __fs_zone();
  struct tm copy = *date;
  const long time = timegm(&copy);
  if (time == -1 && copy.tm_year != 69) return -1;
  *date = copy;
  date->tm_zone = zone;
  return time;
}

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
}; long __fs_days(long, long, long); void *gmtime_r(const long *, void *); long timegm(struct tm *date) {
  long months = (long)date->tm_year * 12 + date->tm_mon;
  long year = months / 12 - (months % 12 < 0);
  const long time = (__fs_days(year + 1900, months - year * 12 + 1, 1) + date->tm_mday - 1) * 86400 + date->tm_hour * 3600L
    + date->tm_min * 60L + date->tm_sec;
  struct tm found;
  if (!gmtime_r(&time, &found)) return -1;
  *date = found;
  return time;
}

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
}; const char *__fs_day_name(int); const char *__fs_month_name(int); int __fs_put(const void *, int); int __fs_put_integer(const void *, long long, int, int, int); int __fs_clear_notes(void); int __fs_count_notes(void); int __fs_noted(int); char *__fs_date_text(const struct tm *date, char *target, int limit) {
  const char *day = date->tm_wday < 0 || date->tm_wday > 6 ? "???" : __fs_day_name(date->tm_wday);
  const char *month = date->tm_mon < 0 || date->tm_mon > 11 ? "???" : __fs_month_name(date->tm_mon);
  __fs_clear_notes();
  for (int i = 0; i < 3; i++) __fs_put((void *)1, day[i]);
  __fs_put((void *)1, ' ');
  for (int i = 0; i < 3; i++) __fs_put((void *)1, month[i]);
  __fs_put_integer((void *)1, date->tm_mday, 'd', 3, -1);
  __fs_put((void *)1, ' ');
  __fs_put_integer((void *)1, date->tm_hour, 'd', 0, 2);
  __fs_put((void *)1, ':');
  __fs_put_integer((void *)1, date->tm_min, 'd', 0, 2);
  __fs_put((void *)1, ':');
  __fs_put_integer((void *)1, date->tm_sec, 'd', 0, 2);
  __fs_put((void *)1, ' ');
  __fs_put_integer((void *)1, 1900L + date->tm_year, 'd', 0, -1);
  __fs_put((void *)1, '\n');
  const int n = __fs_count_notes();
  if (n >= limit) {
    __fs_error(75);
    return 0;
  }
  for (int i = 0; i < n; i++) target[i] = __fs_noted(i);
  target[n] = 0;
  return target;
}

char *__fs_date_text(const void *, char *, int); char *asctime_r(const void *date, char *target) {
  return __fs_date_text(date, target, 26);
}

char *__fs_static_text(void); char *__fs_date_text(const void *, char *, int); char *asctime(const void *date) {
  return __fs_date_text(date, __fs_static_text(), 114);
}

char *asctime_r(const void *, char *); void *localtime_r(const long *, void *); char *ctime_r(const long *time, char *target) {
  long date[7 + 4];
  return localtime_r(time, date) ? asctime_r(date, target) : 0;
}

char *asctime(const void *); void *localtime(const long *); char *ctime(const long *time) {
  const void *date = localtime(time);
  return date ? asctime(date) : 0;
}

int __fs_put(const void *, int); int __fs_put_integer(const void *, long long, int, int, int); void __fs_put_padded(const char *text, int length, int flag, int width, int changes) {
  int n = 0;
  while (text[n] && n < length) n++;
  for (int i = n; i < width; i++) __fs_put((void *)1, flag == '0' ? '0' : ' ');
  for (int i = 0; i < n; i++) {
    int c = text[i];
    if (changes == '^' && c >= 'a' && c <= 'z') c -= 'a' - 'A';
    if (changes == '#' && c >= 'A' && c <= 'Z') c += 'a' - 'A';
    __fs_put((void *)1, c);
  }
}

int __fs_put(const void *, int); int __fs_put_integer(const void *, long long, int, int, int); void __fs_put_number(long long number, int digits, int pad, int flag, int width) {
  if (flag) pad = flag;
  if (width < digits) width = digits;
  if (pad == '-') width = 0;
  if (pad == '_') pad = ' ';
  __fs_put_integer((void *)1, number, pad == '0' ? 'd' | 4096 : 'd', width, -1);
}

int __fs_week_days(int day, int weekday) {
  return day - (day - weekday + 4 + 378) % 7 + 4 - 1;
}

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
}; int __fs_week_days(int, int); int __fs_iso_week(const struct tm *date, int *year) {
  *year = 1900 + date->tm_year;
  int days = __fs_week_days(date->tm_yday, date->tm_wday);
  const int last = *year - 1;
  const int is_leap = *year % 4 == 0 && (*year % 100 != 0 || *year % 400 == 0);
  const int was_leap = last % 4 == 0 && (last % 100 != 0 || last % 400 == 0);
  if (days < 0) {
    --*year;
    days = __fs_week_days(date->tm_yday + 365 + was_leap, date->tm_wday);
  } else {
    const int next = __fs_week_days(date->tm_yday - (365 + is_leap), date->tm_wday);
    if (next >= 0) {
      ++*year;
      days = next;
    }
  }
  return days / 7 + 1;
}

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
}; const char *__fs_day_name(int); const char *__fs_month_name(int); int __fs_put(const void *, int); int __fs_put_integer(const void *, long long, int, int, int); int __fs_unknown(int); long mktime(struct tm *); void __fs_put_number(long long, int, int, int, int); void __fs_put_padded(const char *, int, int, int, int); int __fs_iso_week(const struct tm *, int *); void __fs_put_date(const char *format, const struct tm *date) {
  for (; *format; format++) {
    if (*format != '%') {
      __fs_put((void *)1, *format);
      continue;
    }
    int flag = 0, changes = 0, width = 0, year;
    for (format++; *format == '_' || *format == '-' || *format == '0' || *format == '^' || *format == '#'; format++) {
      if (*format == '^' || *format == '#') changes = *format;
      else flag = *format;
    }
    for (; *format >= '0' && *format <= '9'; format++) width = width * 10 + (*format - '0');
    if (*format == 'E' || *format == 'O') format++;
    const int raises = changes == '#' ? '^' : changes;
    int hour = date->tm_hour;
    if (hour > 12) hour -= 12;
    else if (hour == 0) hour = 12;
    const char *parts = 0;
    switch (*format) {
    case 'a': __fs_put_padded(date->tm_wday < 0 || date->tm_wday > 6 ? "?" : __fs_day_name(date->tm_wday), 3, flag, width, raises); break;
    case 'A': __fs_put_padded(date->tm_wday < 0 || date->tm_wday > 6 ? "?" : __fs_day_name(date->tm_wday), 9, flag, width, raises); break;
    case 'b': case 'h': __fs_put_padded(date->tm_mon < 0 || date->tm_mon > 11 ? "?" : __fs_month_name(date->tm_mon), 3, flag, width, raises); break;
    case 'B': __fs_put_padded(date->tm_mon < 0 || date->tm_mon > 11 ? "?" : __fs_month_name(date->tm_mon), 9, flag, width, raises); break;
    case 'C': {
      const int whole = 1900 + date->tm_year;
      __fs_put_number(whole / 100 - (whole % 100 < 0), 2, '0', flag, width);
      break;
    }
    case 'd': __fs_put_number(date->tm_mday, 2, '0', flag, width); break;
    case 'e': __fs_put_number(date->tm_mday, 2, ' ', flag, width); break;
    case 'H': __fs_put_number(date->tm_hour, 2, '0', flag, width); break;
    case 'I': __fs_put_number(hour, 2, '0', flag, width); break;
    case 'k': __fs_put_number(date->tm_hour, 2, ' ', flag, width); break;
    case 'l': __fs_put_number(hour, 2, ' ', flag, width); break;
    case 'j': __fs_put_number(1 + date->tm_yday, 3, '0', flag, width); break;
    case 'm': __fs_put_number(date->tm_mon + 1, 2, '0', flag, width); break;
    case 'M': __fs_put_number(date->tm_min, 2, '0', flag, width); break;
    case 'S': __fs_put_number(date->tm_sec, 2, '0', flag, width); break;
    case 'y': __fs_put_number((date->tm_year % 100 + 100) % 100, 2, '0', flag, width); break;
    case 'Y': __fs_put_number(1900L + date->tm_year, 1, '0', flag, width); break;
    case 'u': __fs_put_number((date->tm_wday + 6) % 7 + 1, 1, '0', flag, width); break;
    case 'w': __fs_put_number(date->tm_wday, 1, '0', flag, width); break;
    case 'U': __fs_put_number((date->tm_yday - date->tm_wday + 7) / 7, 2, '0', flag, width); break;
    case 'W': __fs_put_number((date->tm_yday - (date->tm_wday - 1 + 7) % 7 + 7) / 7, 2, '0', flag, width); break;
    case 'V': __fs_put_number(__fs_iso_week(date, &year), 2, '0', flag, width); break;
    case 'G': __fs_iso_week(date, &year); __fs_put_number(year, 1, '0', flag, width); break;
    case 'g': __fs_iso_week(date, &year); __fs_put_number((year % 100 + 100) % 100, 2, '0', flag, width); break;
    case 's': {
      struct tm copy = *date;
      __fs_put_number(mktime(&copy), 1, '0', flag, width);
      break;
    }
    case 'p': __fs_put_padded(date->tm_hour > 11 ? "PM" : "AM", 2, flag, width, changes); break;
    case 'P': __fs_put_padded(date->tm_hour > 11 ? "pm" : "am", 2, flag, width, 0); break;
    case 'n': __fs_put((void *)1, '\n'); break;
    case 't': __fs_put((void *)1, '\t'); break;
    case '%': __fs_put((void *)1, '%'); break;
    case 'z': {
      if (date->tm_isdst < 0) break;
      long offset = date->tm_gmtoff;
      __fs_put((void *)1, offset < 0 ? '-' : '+');
      if (offset < 0) offset = -offset;
      __fs_put_number(offset / 3600 * 100 + offset / 60 % 60, 4, '0', flag, width);
      break;
    }
    case 'Z': __fs_put_padded(date->tm_zone ? date->tm_zone : "", 2147483647, flag, width, changes); break;
    case 'c': parts = "%a %b %e %H:%M:%S %Y"; break;
    case 'D': case 'x': parts = "%m/%d/%y"; break;
    case 'F': parts = "%Y-%m-%d"; break;
    case 'T': case 'X': parts = "%H:%M:%S"; break;
    case 'R': parts = "%H:%M"; break;
    case 'r': parts = "%I:%M:%S %p"; break;
    default: __fs_unknown(0);
    }
    if (parts) {
      if (flag || changes || width) __fs_unknown(0);
      __fs_put_date(parts, date);
    }
  }
}

void __fs_put_date(const char *, const void *); int __fs_clear_notes(void); int __fs_count_notes(void); int __fs_noted(int); __SIZE_TYPE__ strftime(char *target, __SIZE_TYPE__ limit, const char *format, const void *date) {
  __fs_clear_notes();
  __fs_put_date(format, date);
  const __SIZE_TYPE__ n = __fs_count_notes();
  if (limit == 0) return 0;
  __fs_writable(target, n < limit ? n + 1 : limit);
  if (n >= limit) {
    __fs_forget(target, limit);
    return 0;
  }
  for (__SIZE_TYPE__ i = 0; i < n; i++) target[i] = __fs_noted(i);
  target[n] = 0;
  return n;
}

int __fs_unknown(int); __SIZE_TYPE__ strftime(char *, __SIZE_TYPE__, const char *, const void *); __SIZE_TYPE__ wcsftime(__WCHAR_TYPE__ *target, __SIZE_TYPE__ limit, const __WCHAR_TYPE__ *format, const void *date) {
  __SIZE_TYPE__ n = 0;
  while (format[n]) n++;
  char *narrow = __fs_object(n + 1), *text = __fs_object(limit);
  for (__SIZE_TYPE__ i = 0; i <= n; i++) {
    if (format[i] < 0 || format[i] > 127) __fs_unknown(0);
    narrow[i] = format[i];
  }
  const __SIZE_TYPE__ length = strftime(text, limit, narrow, date);
  for (__SIZE_TYPE__ i = 0; length && i <= length; i++) target[i] = text[i];
  return length;
}

long __fs_clock(void); int clock_gettime(int clock, long *moment) {
  if (clock < 0 || clock > 11 || clock == 10) {
    __fs_error(22);
    return -1;
  }
  moment[0] = __fs_clock();
  moment[1] = 0;
  return 0;
}

long __fs_clock(void); int timespec_get(long *moment, int base) {
  if (base != 1) return 0;
  moment[0] = __fs_clock();
  moment[1] = 0;
  return base;
}

long __fs_clock(void); int gettimeofday(long *moment, void *zone) {
  if (moment) {
    moment[0] = __fs_clock();
    moment[1] = 0;
  }
  if (zone) {
    ((int *)zone)[0] = 0;
    ((int *)zone)[1] = 0;
  }
  return 0;
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
