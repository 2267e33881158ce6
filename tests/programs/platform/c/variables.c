// effigy: --sym-stdin 2 --env HOME=/home/user --env EMPTY=
// The environment is what is given and what the program sets.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *home = getenv("HOME");
    assert(home && strcmp(home, "/home/user") == 0);
    assert(*getenv("EMPTY") == 0 && !getenv("OTHER"));
    char value[3] = {(char)getchar(), (char)getchar(), 0};
    if (setenv("OTHER", value, 1) != 0) return 1;
    assert(setenv("OTHER", "none", 0) == 0);
    const char *other = getenv("OTHER");
    assert(strlen(other) <= 2);
    assert(strcmp(other, "ok") != 0); //~ FINDING[assertion]: strcmp
    unsetenv("HOME");
    return getenv("HOME") != NULL;
}
