struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
}; void __fs_any_date(struct tm *date) {
  date->tm_sec = __fs_any(0, 60);
  date->tm_min = __fs_any(0, 59);
  date->tm_hour = __fs_any(0, 23);
  date->tm_mday = __fs_any(1, 31);
  date->tm_mon = __fs_any(0, 11);
  date->tm_year = __fs_any(-2147483647 - 1, 2147483647);
  date->tm_wday = __fs_any(0, 6);
  date->tm_yday = __fs_any(0, 365);
  date->tm_isdst = __fs_any(0, 1);
  date->tm_gmtoff = __fs_any(-86400, 86400);
  date->tm_zone = "UTC";
}

void __fs_any_date(void *); void *gmtime_r(const long *time, void *date) {
  const long given = *time;
  __fs_writable(date, sizeof(long) == 8 ? 56 : 44);
  if (!__fs_any(0, 1)) {
    __fs_error(75);
    return 0;
  }
  __fs_any_date(date);
  return date;
}

void __fs_any_date(void *); void *localtime_r(const long *time, void *date) {
  const long given = *time;
  __fs_writable(date, sizeof(long) == 8 ? 56 : 44);
  if (!__fs_any(0, 1)) {
    __fs_error(75);
    return 0;
  }
  __fs_any_date(date);
  return date;
}

void *__fs_static_date(void); void *gmtime_r(const long *, void *); void *gmtime(const long *time) {
  return gmtime_r(time, __fs_static_date());
}

void *__fs_static_date(void); void *localtime_r(const long *, void *); void *localtime(const long *time) {
  return localtime_r(time, __fs_static_date());
}

void __fs_any_date(void *); long mktime(void *date) {
  __fs_writable(date, sizeof(long) == 8 ? 56 : 44);
  long time = __fs_any_or_error(-2147483647 - 1, sizeof(long) == 8 ? 67767976233529199 : 2147483647);
  if (time != -1) __fs_any_date(date);
  return time;
}

long mktime(void *); long timelocal(void *date) {
  return mktime(date);
}

long mktime(void *); long timegm(void *date) {
  return mktime(date);
}

double difftime(long later, long earlier) {
  return (double)later - (double)earlier;
}

char *asctime_r(const void *date, char *target) {
  __fs_readable(date, sizeof(long) == 8 ? 56 : 44);
  __fs_writable(target, 26);
  if (!__fs_any(0, 1)) {
    __fs_error(75);
    return 0;
  }
  __fs_forget(target, 24);
  target[24] = '\n';
  target[25] = 0;
  return target;
}

void *__fs_static_date(void) {
  static long date[7 + 4];
  return date;
}

char *__fs_static_text(void) {
  static char text[114];
  return text;
}

char *__fs_static_text(void); char *asctime_r(const void *, char *); char *asctime(const void *date) {
  return asctime_r(date, __fs_static_text());
}

char *ctime_r(const long *time, char *target) {
  const long given = *time;
  __fs_writable(target, 26);
  if (!__fs_any(0, 1)) {
    __fs_error(75);
    return 0;
  }
  __fs_forget(target, 24);
  target[24] = '\n';
  target[25] = 0;
  return target;
}

char *__fs_static_text(void); char *ctime_r(const long *, char *); char *ctime(const long *time) {
  return ctime_r(time, __fs_static_text());
}

void __fs_printed(const char *); __SIZE_TYPE__ strftime(char *target, __SIZE_TYPE__ limit, const char *format, const void *date) {
  __fs_printed(format);
  __fs_readable(date, sizeof(long) == 8 ? 56 : 44);
  if (limit == 0) return 0;
  __fs_writable(target, limit);
  if (!__fs_any(0, 1)) {
    __fs_forget(target, limit);
    return 0;
  }
  const __SIZE_TYPE__ longest = __fs_longest_text();
  __SIZE_TYPE__ n = __fs_any(0, limit - 1 < longest ? limit - 1 : longest);
  __fs_forget(target, longest, n);
  target[n] = 0;
  return n;
}

void __fs_printed(const char *); char *strptime(const char *text, const char *format, void *date) {
  __fs_printed(format);
  __SIZE_TYPE__ n = 0;
  while (text[n]) n++;
  __fs_writable(date, sizeof(long) == 8 ? 56 : 44);
  __fs_forget(date, 36);
  if (!__fs_any(0, 1)) return 0;
  return (char *)text + __fs_any(0, n);
}

void tzset(void) {
}

int __fs_any_moment(long *moment, long parts) {
  moment[0] = __fs_any(0, 2147483647);
  moment[1] = __fs_any(0, parts - 1);
  return 0;
}

int __fs_any_moment(long *, long); int timespec_get(long *moment, int base) {
  __fs_writable(moment, 2 * sizeof(long));
  if (base != 1) return 0;
  __fs_any_moment(moment, 1000000000);
  return base;
}

int __fs_any_moment(long *, long); int clock_gettime(int clock, long *moment) {
  __fs_writable(moment, 2 * sizeof(long));
  if (__fs_any_or_error(-1, 0)) return -1;
  return __fs_any_moment(moment, 1000000000);
}

int __fs_any_moment(long *, long); int clock_getres(int clock, long *moment) {
  if (moment) __fs_writable(moment, 2 * sizeof(long));
  if (__fs_any_or_error(-1, 0)) return -1;
  return moment ? __fs_any_moment(moment, 1000000000) : 0;
}

int clock_settime(int clock, const long *moment) {
  __fs_readable(moment, 2 * sizeof(long));
  return __fs_any_or_error(-1, 0);
}

int __fs_any_moment(long *, long); int gettimeofday(long *moment, void *zone) {
  if (moment) __fs_writable(moment, 2 * sizeof(long));
  if (moment) __fs_any_moment(moment, 1000000);
  if (zone) __fs_writable(zone, 8);
  if (zone) __fs_forget(zone, 8);
  return 0;
}

int settimeofday(const long *moment, const void *zone) {
  return __fs_any_or_error(-1, 0);
}

void __fs_printed(const char *); int utimes(const char *name, const long *moments) {
  __fs_printed(name);
  return __fs_any_or_error(-1, 0);
}

int __fs_any_moment(long *, long); int nanosleep(const long *wanted, long *rest) {
  __fs_readable(wanted, 2 * sizeof(long));
  if (__fs_any_or_error(-1, 0) == 0) return 0;
  if (rest) __fs_any_moment(rest, 1000000000);
  return -1;
}

int __fs_any_moment(long *, long); int clock_nanosleep(int clock, int flags, const long *wanted, long *rest) {
  __fs_readable(wanted, 2 * sizeof(long));
  if (__fs_any(0, 1)) return 0;
  if (rest) __fs_any_moment(rest, 1000000000);
  return __fs_any(1, 133);
}

long times(long *ticks) {
  for (int i = 0; ticks && i < 4; i++) ticks[i] = __fs_any(0, 2147483647);
  return __fs_any_or_error(-1, 2147483647);
}

unsigned int sleep(unsigned int seconds) {
  return __fs_any(0, seconds);
}

int usleep(unsigned int microseconds) {
  return __fs_any_or_error(-1, 0);
}

unsigned int alarm(unsigned int seconds) {
  return __fs_any(0, 2147483647);
}
