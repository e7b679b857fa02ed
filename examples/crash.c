/* Splits a line "name=value" into its parts. */
#include <stdio.h>
#include <string.h>

#define NAME_SIZE 8

static int parse(const char *line, char *name, int size)
{
    int length = 0;
    while (line[length] != '=' && line[length] != '\0' && length < size)
        length++;
    memcpy(name, line, length);
    name[length] = '\0';
    return length;
}

int main(void)
{
    char line[16];
    char name[NAME_SIZE];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    parse(line, name, NAME_SIZE);
    printf("%s\n", name);
    return 0;
}
