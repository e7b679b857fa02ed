int isupper(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return (c >= 'A' && c <= 'Z') ? 256 : 0;
}

int islower(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return (c >= 'a' && c <= 'z') ? 512 : 0;
}

int isalpha(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) ? 1024 : 0;
}

int isdigit(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return (c >= '0' && c <= '9') ? 2048 : 0;
}

int isxdigit(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) ? 4096 : 0;
}

int isspace(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return (c == ' ' || (c >= '\t' && c <= '\r')) ? 8192 : 0;
}

int isprint(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return (c >= 32 && c < 127) ? 16384 : 0;
}

int isgraph(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return (c > 32 && c < 127) ? 32768 : 0;
}

int isblank(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return (c == ' ' || c == '\t') ? 1 : 0;
}

int iscntrl(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return ((c >= 0 && c < 32) || c == 127) ? 2 : 0;
}

int ispunct(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return (c > 32 && c < 127 && !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) ? 4 : 0;
}

int isalnum(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) ? 8 : 0;
}

int toupper(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

int tolower(int c) {
  __fs_require(c >= -1 && c <= 255, "the argument is neither a character nor EOF");
  return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

int isascii(int c) {
  return c >= 0 && c < 128;
}

int toascii(int c) {
  return c & 127;
}

int iswupper(unsigned int c) {
  return (c >= 'A' && c <= 'Z') ? 256 : 0;
}

int iswlower(unsigned int c) {
  return (c >= 'a' && c <= 'z') ? 512 : 0;
}

int iswalpha(unsigned int c) {
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) ? 1024 : 0;
}

int iswdigit(unsigned int c) {
  return (c >= '0' && c <= '9') ? 1 : 0;
}

int iswxdigit(unsigned int c) {
  return ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) ? 4096 : 0;
}

int iswspace(unsigned int c) {
  return (c == ' ' || (c >= '\t' && c <= '\r')) ? 8192 : 0;
}

int iswprint(unsigned int c) {
  return (c >= 32 && c < 127) ? 16384 : 0;
}

int iswgraph(unsigned int c) {
  return (c > 32 && c < 127) ? 32768 : 0;
}

int iswblank(unsigned int c) {
  return (c == ' ' || c == '\t') ? 1 : 0;
}

int iswcntrl(unsigned int c) {
  return ((c < 32) || c == 127) ? 2 : 0;
}

int iswpunct(unsigned int c) {
  return (c > 32 && c < 127 && !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))) ? 4 : 0;
}

int iswalnum(unsigned int c) {
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) ? 8 : 0;
}

unsigned int towupper(unsigned int c) {
  return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

unsigned int towlower(unsigned int c) {
  return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

const unsigned short **__ctype_b_loc(void) {
  static const unsigned short classes[384] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 8195, 8194,
    8194, 8194, 8194, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 24577, 49156, 49156, 49156, 49156,
    49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 55304, 55304, 55304, 55304,
    55304, 55304, 55304, 55304, 55304, 55304, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 54536, 54536,
    54536, 54536, 54536, 54536, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440,
    50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 49156, 49156, 49156, 49156, 49156, 49156,
    54792, 54792, 54792, 54792, 54792, 54792, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
    50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 49156, 49156, 49156, 49156,
    2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  };
  static const unsigned short *start;
  start = classes + 128;
  return &start;
}

int errno; int *__errno_location(void) {
  return &errno;
}
