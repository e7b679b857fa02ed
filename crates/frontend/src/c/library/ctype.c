/* Models of <ctype.h> in the "C" locale. */

int isdigit(int c) { return c >= '0' && c <= '9'; }

int isxdigit(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int islower(int c) { return c >= 'a' && c <= 'z'; }

int isupper(int c) { return c >= 'A' && c <= 'Z'; }

int isalpha(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

int isalnum(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }

int isblank(int c) { return c == ' ' || c == 9; }

int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }

int isprint(int c) { return c >= 32 && c < 127; }

int isgraph(int c) { return c > 32 && c < 127; }

int ispunct(int c)
{
    return c > 32 && c < 127
        && !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
