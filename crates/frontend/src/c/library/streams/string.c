int strcmp(const char *left, const char *right) {
  __SIZE_TYPE__ i = 0;
  while (left[i] && left[i] == right[i]) i++;
  return __fs_sign((unsigned char)left[i] - (unsigned char)right[i]);
}

int strcoll(const char *left, const char *right) {
  __SIZE_TYPE__ i = 0;
  while (left[i] && left[i] == right[i]) i++;
  return __fs_sign((unsigned char)left[i] - (unsigned char)right[i]);
}

int strncmp(const char *left, const char *right, __SIZE_TYPE__ n) {
  __SIZE_TYPE__ i = 0;
  while (i < n && left[i] && left[i] == right[i]) i++;
  if (i == n) return 0;
  return __fs_sign((unsigned char)left[i] - (unsigned char)right[i]);
}

int strcasecmp(const char *left, const char *right) {
  for (__SIZE_TYPE__ i = 0;; i++) {
    unsigned char a = left[i], b = right[i];
    if (a >= 'A' && a <= 'Z') a += 'a' - 'A';
    if (b >= 'A' && b <= 'Z') b += 'a' - 'A';
    if (a != b || !a) return __fs_sign(a - b);
  }
}

int strncasecmp(const char *left, const char *right, __SIZE_TYPE__ n) {
  for (__SIZE_TYPE__ i = 0; i < n; i++) {
    unsigned char a = left[i], b = right[i];
    if (a >= 'A' && a <= 'Z') a += 'a' - 'A';
    if (b >= 'A' && b <= 'Z') b += 'a' - 'A';
    if (a != b || !a) return __fs_sign(a - b);
  }
  return 0;
}

char *__fs_signal_of_number(int number) {
  static char text[32];
  const int is_real_time = number >= 34 && number <= 64;
  const char *start = is_real_time ? "Real-time signal " : "Unknown signal ";
  long long rest = is_real_time ? number - 34 : number;
  int n = 0, digits = 0;
  char reversed[12];
  for (; start[n]; n++) text[n] = start[n];
  if (rest < 0) { text[n++] = '-'; rest = -rest; }
  do { reversed[digits++] = '0' + rest % 10; rest /= 10; } while (rest);
  while (digits) text[n++] = reversed[--digits];
  text[n] = 0;
  return text;
}

char *__fs_signal_of_number(int); char *strsignal(int number) {
  switch (number) {
  case 1: return "Hangup";
  case 2: return "Interrupt";
  case 3: return "Quit";
  case 4: return "Illegal instruction";
  case 5: return "Trace/breakpoint trap";
  case 6: return "Aborted";
  case 7: return "Bus error";
  case 8: return "Floating point exception";
  case 9: return "Killed";
  case 10: return "User defined signal 1";
  case 11: return "Segmentation fault";
  case 12: return "User defined signal 2";
  case 13: return "Broken pipe";
  case 14: return "Alarm clock";
  case 15: return "Terminated";
  case 16: return "Stack fault";
  case 17: return "Child exited";
  case 18: return "Continued";
  case 19: return "Stopped (signal)";
  case 20: return "Stopped";
  case 21: return "Stopped (tty input)";
  case 22: return "Stopped (tty output)";
  case 23: return "Urgent I/O condition";
  case 24: return "CPU time limit exceeded";
  case 25: return "File size limit exceeded";
  case 26: return "Virtual timer expired";
  case 27: return "Profiling timer expired";
  case 28: return "Window changed";
  case 29: return "I/O possible";
  case 30: return "Power failure";
  case 31: return "Bad system call";
  default: return __fs_signal_of_number(number);
  }
}

char *strerror(int); char *strerror_r(int number, char *target, __SIZE_TYPE__ n) {
  char *text = strerror(number);
  if (number >= 0 && number <= 133 && number != 41 && number != 58) return text;
  __SIZE_TYPE__ i = 0;
  for (; i + 1 < n && text[i]; i++) target[i] = text[i];
  if (n) target[i] = 0;
  return target;
}

char *strerror(int); int __xpg_strerror_r(int number, char *target, __SIZE_TYPE__ n) {
  const char *text = strerror(number);
  __SIZE_TYPE__ i = 0;
  for (; i + 1 < n && text[i]; i++) target[i] = text[i];
  if (n) target[i] = 0;
  if (number < 0 || number > 133 || number == 41 || number == 58) return 22;
  return text[i] ? 34 : 0;
}

void *memfrob(void *memory, __SIZE_TYPE__ n) {
  char *bytes = memory;
  for (__SIZE_TYPE__ i = 0; i < n; i++) bytes[i] ^= 42;
  return memory;
}
