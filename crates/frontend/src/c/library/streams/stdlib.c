int __fs_random(void); int rand(void) {
  return __fs_random();
}

int __fs_random(void); long random(void) {
  return __fs_random();
}

int __fs_seed(unsigned int); void srand(unsigned int seed) {
  __fs_seed(seed);
}

int __fs_seed(unsigned int); void srandom(unsigned int seed) {
  __fs_seed(seed);
}

long __fs_clock(void); long time(long *result) {
  return __fs_clock();
}

long __fs_clock(void); long __fs_time(long *result) {
  long now = __fs_clock();
  if (result) *result = now;
  return now;
}

long __fs_clock(void); long clock(void) {
  __fs_clock();
  return 0;
}

int __fs_variable(void); int __fs_noted(int); int __fs_count_notes(void); int __fs_clear_notes(void); void __fs_note_name(const char *); char *__fs_outside_variable(const char *name) {
  __fs_clear_notes();
  __fs_note_name(name);
  if (!__fs_variable()) return 0;
  int n = __fs_count_notes();
  char *text = __fs_object(n + 1);
  for (int i = 0; i < n; i++) text[i] = __fs_noted(i);
  text[n] = 0;
  return text;
}

int __fs_put(const void *, int); int __fs_clear_notes(void); void __fs_note_number(const char *s) {
  __SIZE_TYPE__ n = 0, k = 0;
  __fs_clear_notes();
  while (s[n] == ' ' || (s[n] >= '\t' && s[n] <= '\r')) n++;
  if (s[n] == '-' || s[n] == '+') n++;
  const int infinity[9] = {'i', 'n', 'f', 'i', 'n', 'i', 't', 'y', 0}, nan[4] = {'n', 'a', 'n', 0};
  const int *word = s[n] == 'i' || s[n] == 'I' ? infinity : s[n] == 'n' || s[n] == 'N' ? nan : 0;
  if (word) {
    while (word[k] && (s[n] == word[k] || s[n] == word[k] - 32)) {
      n++;
      k++;
    }
    if (word[0] == 'n' && !word[k] && s[n] == '(') {
      n++;
      while ((s[n] >= '0' && s[n] <= '9') || (s[n] >= 'a' && s[n] <= 'z') || (s[n] >= 'A' && s[n] <= 'Z') || s[n] == '_') n++;
      if (s[n] == ')') n++;
    }
  } else {
    int is_hexadecimal = 0, points = 0;
    if (s[n] == '0' && (s[n + 1] == 'x' || s[n + 1] == 'X')) {
      is_hexadecimal = 1;
      n += 2;
    }
    while ((s[n] >= '0' && s[n] <= '9') || (s[n] == '.' && points++ == 0)
           || (is_hexadecimal && ((s[n] >= 'a' && s[n] <= 'f') || (s[n] >= 'A' && s[n] <= 'F')))) n++;
    if (is_hexadecimal ? s[n] == 'p' || s[n] == 'P' : s[n] == 'e' || s[n] == 'E') {
      n++;
      if (s[n] == '-' || s[n] == '+') n++;
      while (s[n] >= '0' && s[n] <= '9') n++;
    }
  }
  for (__SIZE_TYPE__ i = 0; i < n; i++) __fs_put((void *)1, s[i]);
}

void __fs_note_number(const char *); int __fs_scan_float(const void *, int); double __fs_scanned_float(int); int __fs_scanned_range(int); long __fs_position(const void *); double strtod(const char *s, char **end) {
  __fs_note_number(s);
  const int found = __fs_scan_float((void *)1, -1);
  if (end) *end = (char *)s + (found == 1 ? __fs_position((void *)1) : 0);
  if (found != 1) return 0;
  if (__fs_scanned_range(64)) __fs_error(34);
  return __fs_scanned_float(64);
}

void __fs_note_number(const char *); int __fs_scan_float(const void *, int); double __fs_scanned_float(int); int __fs_scanned_range(int); long __fs_position(const void *); float strtof(const char *s, char **end) {
  __fs_note_number(s);
  const int found = __fs_scan_float((void *)1, -1);
  if (end) *end = (char *)s + (found == 1 ? __fs_position((void *)1) : 0);
  if (found != 1) return 0;
  if (__fs_scanned_range(32)) __fs_error(34);
  return __fs_scanned_float(32);
}

void __fs_note_number(const char *); int __fs_scan_float(const void *, int); long double __fs_scanned_long(int); int __fs_scanned_range(int); long __fs_position(const void *); long double strtold(const char *s, char **end) {
  __fs_note_number(s);
  const int found = __fs_scan_float((void *)1, -1);
  if (end) *end = (char *)s + (found == 1 ? __fs_position((void *)1) : 0);
  if (found != 1) return 0;
  if (__fs_scanned_range(80)) __fs_error(34);
  return __fs_scanned_long(80);
}

double strtod(const char *, char **); double atof(const char *s) {
  return strtod(s, 0);
}

int __fs_unknown(int); void *malloc(__SIZE_TYPE__); void *aligned_alloc(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size) {
  if (alignment > ~(__SIZE_TYPE__)0 / 2 + 1) {
    __fs_error(22);
    return 0;
  }
  if (alignment == 0 || (alignment & (alignment - 1))) __fs_unknown(2);
  return malloc(size);
}

int __fs_argument(int, int); char **__fs_argument_vector(int n) {
  char **vector = __fs_object((n + 1) * sizeof(char *));
  for (int i = 0; i < n; i++) {
    int length = 0;
    while (__fs_argument(i, length) >= 0) length++;
    char *text = __fs_object(length + 1);
    for (int k = 0; k < length; k++) text[k] = __fs_argument(i, k);
    text[length] = 0;
    vector[i] = text;
  }
  vector[n] = 0;
  return vector;
}

int __fs_nth_variable(int); int __fs_noted(int); int __fs_count_notes(void); char **__fs_environment_vector(void) {
  int n = 0;
  while (__fs_nth_variable(n)) n++;
  char **vector = __fs_object((n + 1) * sizeof(char *));
  for (int i = 0; i < n; i++) {
    __fs_nth_variable(i);
    int length = __fs_count_notes();
    char *text = __fs_object(length + 1);
    for (int k = 0; k < length; k++) text[k] = __fs_noted(k);
    text[length] = 0;
    vector[i] = text;
  }
  vector[n] = 0;
  return vector;
}

void qsort(void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size, int (*compare)(const void *, const void *)) {
  if (n == 0 || size == 0) return;
  __fs_writable(base, n * size);
  char *merged = __fs_object(n * size);
  __SIZE_TYPE__ starts[64], lengths[64];
  int halves[64], top = 0;
  starts[0] = 0;
  lengths[0] = n;
  halves[0] = 0;
  while (top >= 0) {
    const __SIZE_TYPE__ start = starts[top];
    __SIZE_TYPE__ left = lengths[top] / 2, right = lengths[top] - lengths[top] / 2, at = 0;
    if (lengths[top] <= 1) {
      top--;
      continue;
    }
    if (halves[top] < 2) {
      starts[top + 1] = halves[top] == 0 ? start : start + left;
      lengths[top + 1] = halves[top] == 0 ? left : right;
      halves[top + 1] = 0;
      halves[top]++;
      top++;
      continue;
    }
    char *a = (char *)base + start * size, *first = a, *second = a + left * size;
    while (left > 0 && right > 0) {
      if (compare(first, second) <= 0) {
        for (__SIZE_TYPE__ i = 0; i < size; i++) merged[at++] = first[i];
        first += size;
        left--;
      } else {
        for (__SIZE_TYPE__ i = 0; i < size; i++) merged[at++] = second[i];
        second += size;
        right--;
      }
    }
    for (__SIZE_TYPE__ i = 0; i < left * size; i++) merged[at++] = first[i];
    for (__SIZE_TYPE__ i = 0; i < at; i++) a[i] = merged[i];
    top--;
  }
}

char *__fs_unknown_error(int number) {
  char *text = __fs_object(32);
  const char *start = "Unknown error ";
  int n = 0, digits = 1;
  for (; start[n]; n++) text[n] = start[n];
  unsigned int rest = number < 0 ? -(unsigned int)number : number;
  if (number < 0) text[n++] = '-';
  for (unsigned int more = rest; more > 9; more /= 10) digits++;
  for (int i = digits; i > 0; i--) {
    text[n + i - 1] = '0' + rest % 10;
    rest /= 10;
  }
  text[n + digits] = 0;
  return text;
}

char *__fs_unknown_error(int); char *strerror(int number) {
  switch (number) {
  case 0: return "Success";
  case 1: return "Operation not permitted";
  case 2: return "No such file or directory";
  case 3: return "No such process";
  case 4: return "Interrupted system call";
  case 5: return "Input/output error";
  case 6: return "No such device or address";
  case 7: return "Argument list too long";
  case 8: return "Exec format error";
  case 9: return "Bad file descriptor";
  case 10: return "No child processes";
  case 11: return "Resource temporarily unavailable";
  case 12: return "Cannot allocate memory";
  case 13: return "Permission denied";
  case 14: return "Bad address";
  case 15: return "Block device required";
  case 16: return "Device or resource busy";
  case 17: return "File exists";
  case 18: return "Invalid cross-device link";
  case 19: return "No such device";
  case 20: return "Not a directory";
  case 21: return "Is a directory";
  case 22: return "Invalid argument";
  case 23: return "Too many open files in system";
  case 24: return "Too many open files";
  case 25: return "Inappropriate ioctl for device";
  case 26: return "Text file busy";
  case 27: return "File too large";
  case 28: return "No space left on device";
  case 29: return "Illegal seek";
  case 30: return "Read-only file system";
  case 31: return "Too many links";
  case 32: return "Broken pipe";
  case 33: return "Numerical argument out of domain";
  case 34: return "Numerical result out of range";
  case 35: return "Resource deadlock avoided";
  case 36: return "File name too long";
  case 37: return "No locks available";
  case 38: return "Function not implemented";
  case 39: return "Directory not empty";
  case 40: return "Too many levels of symbolic links";
  case 42: return "No message of desired type";
  case 43: return "Identifier removed";
  case 44: return "Channel number out of range";
  case 45: return "Level 2 not synchronized";
  case 46: return "Level 3 halted";
  case 47: return "Level 3 reset";
  case 48: return "Link number out of range";
  case 49: return "Protocol driver not attached";
  case 50: return "No CSI structure available";
  case 51: return "Level 2 halted";
  case 52: return "Invalid exchange";
  case 53: return "Invalid request descriptor";
  case 54: return "Exchange full";
  case 55: return "No anode";
  case 56: return "Invalid request code";
  case 57: return "Invalid slot";
  case 59: return "Bad font file format";
  case 60: return "Device not a stream";
  case 61: return "No data available";
  case 62: return "Timer expired";
  case 63: return "Out of streams resources";
  case 64: return "Machine is not on the network";
  case 65: return "Package not installed";
  case 66: return "Object is remote";
  case 67: return "Link has been severed";
  case 68: return "Advertise error";
  case 69: return "Srmount error";
  case 70: return "Communication error on send";
  case 71: return "Protocol error";
  case 72: return "Multihop attempted";
  case 73: return "RFS specific error";
  case 74: return "Bad message";
  case 75: return "Value too large for defined data type";
  case 76: return "Name not unique on network";
  case 77: return "File descriptor in bad state";
  case 78: return "Remote address changed";
  case 79: return "Can not access a needed shared library";
  case 80: return "Accessing a corrupted shared library";
  case 81: return ".lib section in a.out corrupted";
  case 82: return "Attempting to link in too many shared libraries";
  case 83: return "Cannot exec a shared library directly";
  case 84: return "Invalid or incomplete multibyte or wide character";
  case 85: return "Interrupted system call should be restarted";
  case 86: return "Streams pipe error";
  case 87: return "Too many users";
  case 88: return "Socket operation on non-socket";
  case 89: return "Destination address required";
  case 90: return "Message too long";
  case 91: return "Protocol wrong type for socket";
  case 92: return "Protocol not available";
  case 93: return "Protocol not supported";
  case 94: return "Socket type not supported";
  case 95: return "Operation not supported";
  case 96: return "Protocol family not supported";
  case 97: return "Address family not supported by protocol";
  case 98: return "Address already in use";
  case 99: return "Cannot assign requested address";
  case 100: return "Network is down";
  case 101: return "Network is unreachable";
  case 102: return "Network dropped connection on reset";
  case 103: return "Software caused connection abort";
  case 104: return "Connection reset by peer";
  case 105: return "No buffer space available";
  case 106: return "Transport endpoint is already connected";
  case 107: return "Transport endpoint is not connected";
  case 108: return "Cannot send after transport endpoint shutdown";
  case 109: return "Too many references: cannot splice";
  case 110: return "Connection timed out";
  case 111: return "Connection refused";
  case 112: return "Host is down";
  case 113: return "No route to host";
  case 114: return "Operation already in progress";
  case 115: return "Operation now in progress";
  case 116: return "Stale file handle";
  case 117: return "Structure needs cleaning";
  case 118: return "Not a XENIX named type file";
  case 119: return "No XENIX semaphores available";
  case 120: return "Is a named type file";
  case 121: return "Remote I/O error";
  case 122: return "Disk quota exceeded";
  case 123: return "No medium found";
  case 124: return "Wrong medium type";
  case 125: return "Operation canceled";
  case 126: return "Required key not available";
  case 127: return "Key has expired";
  case 128: return "Key has been revoked";
  case 129: return "Key was rejected by service";
  case 130: return "Owner died";
  case 131: return "State not recoverable";
  case 132: return "Operation not possible due to RF-kill";
  case 133: return "Memory page has hardware error";
  default: return __fs_unknown_error(number);
  }
}

int __fs_unknown(int); char *setlocale(int category, const char *name) {
  if (name && name[0] && !(name[0] == 'C' && !name[1])) __fs_unknown(0);
  return "C";
}

void __fs_exchange(char **arguments, int first, int last, int end) {
  for (int from = last; from < end; from++, first++) {
    char *moved = arguments[from];
    for (int i = from; i > first; i--) arguments[i] = arguments[i - 1];
    arguments[first] = moved;
  }
}

void __fs_exchange(char **, int, int, int); int __fs_unknown(int); int __fs_option_error(const char *, const char *, const char *, const char *); char *optarg; int optind = 1, opterr = 1, optopt = '?'; struct __fs_option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
}; int __fs_getopt(int n, char **arguments, const char *options, const struct __fs_option *longs, int *index) {
  static char *next;
  static int first, last, kept;
  if (n < 1) return -1;
  optarg = 0;
  optopt = kept;
  if (optind == 0 || !first) {
    if (optind == 0) optind = 1;
    first = last = optind;
    next = 0;
  }
  const int in_order = options[0] == '+', gives_all = options[0] == '-';
  if (in_order || gives_all) options++;
  const int is_quiet = *options == ':';
  if (!next || !*next) {
    if (last > optind) last = optind;
    if (first > optind) first = optind;
    if (!in_order && !gives_all) {
      if (first != last && last != optind) {
        __fs_exchange(arguments, first, last, optind);
        first += optind - last;
        last = optind;
      } else if (last != optind) first = optind;
      while (optind < n && (arguments[optind][0] != '-' || !arguments[optind][1])) optind++;
      last = optind;
    }
    if (optind != n && arguments[optind][0] == '-' && arguments[optind][1] == '-' && !arguments[optind][2]) {
      optind++;
      if (first != last && last != optind) {
        __fs_exchange(arguments, first, last, optind);
        first += optind - last;
      } else if (first == last) first = optind;
      last = n;
      optind = n;
    }
    if (optind == n) {
      if (first != last) optind = first;
      return -1;
    }
    if (arguments[optind][0] != '-' || !arguments[optind][1]) {
      if (in_order) return -1;
      optarg = arguments[optind++];
      return 1;
    }
    next = arguments[optind] + 1;
    if (longs && *next == '-') {
      const char *name = ++next;
      int length = 0, found = -1;
      while (name[length] && name[length] != '=') length++;
      for (int i = 0; longs[i].name; i++) {
        int k = 0;
        while (k < length && longs[i].name[k] == name[k]) k++;
        if (k < length) continue;
        if (!longs[i].name[length]) {
          found = i;
          break;
        }
        if (found >= 0 && longs[found].name[length] != 0) __fs_unknown(0);
        found = i;
      }
      next = 0;
      optind++;
      if (found < 0) {
        if (opterr && !is_quiet) __fs_option_error(arguments[0], "unrecognized option '--", name, 0);
        optopt = kept = 0;
        return '?';
      }
      const struct __fs_option *option = longs + found;
      if (name[length] && option->has_arg) optarg = (char *)name + length + 1;
      else if (name[length]) {
        if (opterr && !is_quiet) __fs_option_error(arguments[0], "option '--", option->name, "' doesn't allow an argument");
        optopt = kept = option->val;
        return '?';
      } else if (option->has_arg == 1) {
        if (optind >= n) {
          if (opterr && !is_quiet) __fs_option_error(arguments[0], "option '--", option->name, "' requires an argument");
          optopt = kept = option->val;
          return is_quiet ? ':' : '?';
        }
        optarg = arguments[optind++];
      }
      if (index) *index = found;
      if (option->flag) {
        *option->flag = option->val;
        return 0;
      }
      return option->val;
    }
  }
  const char c = *next++, letter[2] = {c, 0};
  const char *known = options;
  while (*known && (*known != c || c == ':' || c == ';')) known++;
  if (!*next) optind++;
  if (!*known) {
    if (opterr && !is_quiet) __fs_option_error(arguments[0], "invalid option -- '", letter, 0);
    optopt = kept = c;
    return '?';
  }
  if (known[0] == 'W' && known[1] == ';') __fs_unknown(0);
  if (known[1] != ':') return c;
  if (*next) {
    optarg = next;
    optind++;
  } else if (known[2] != ':') {
    if (optind == n) {
      if (opterr && !is_quiet) __fs_option_error(arguments[0], "option requires an argument -- '", letter, 0);
      optopt = kept = c;
      next = 0;
      return is_quiet ? ':' : '?';
    }
    optarg = arguments[optind++];
  }
  next = 0;
  return c;
}

int __fs_put(const void *, int); int __fs_option_error(const char *program, const char *what, const char *name, const char *end) {
  const char *parts[5] = {program, ": ", what, name, end ? end : "'"};
  for (int part = 0; part < 5; part++)
    for (__SIZE_TYPE__ i = 0; parts[part][i]; i++) __fs_put((void *)2, parts[part][i]);
  __fs_put((void *)2, '\n');
  return 0;
}

int __fs_getopt(int, char **, const char *, const void *, int *); int getopt(int n, char **arguments, const char *options) {
  return __fs_getopt(n, arguments, options, 0, 0);
}

int __fs_getopt(int, char **, const char *, const void *, int *); int getopt_long(int n, char **arguments, const char *options, const void *longs, int *index) {
  return __fs_getopt(n, arguments, options, longs, index);
}
