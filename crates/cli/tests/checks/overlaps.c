// effigy: --sym-args 1 --no-replay
// Copies between ranges that overlap.
#include <stdio.h>
#include <string.h>

struct block { char bytes[8]; };

int main(int argc, char **argv) {
    char b[32] = "abcdefgh";
    struct block two[2] = {{"x"}, {"y"}}, *p = &two[argv[1][0] == 'z'];
    two[0] = *p;
    two[0] = two[0];
    switch (argv[1][0]) {
    case 'a':
        memcpy(b + 2, b, 4); //~ FINDING[overlap]: 4 bytes between ranges 2 bytes apart
        break;
    case 'b':
        memcpy(b + 4, b, 4);
        memcpy(b, b, 4);
        memmove(b + 2, b, 4);
        break;
    case 'c':
        strcpy(b + 1, b); //~ FINDING[overlap]
        break;
    case 'd':
        strcat(b, b + 3); //~ FINDING[overlap]
        break;
    case 'e':
        sprintf(b, "%s!", b); //~ FINDING[overlap]
        break;
    case 'f':
        strncpy(b + 3, b, 4); //~ FINDING[overlap]
        break;
    case 'g':
        strcpy(b + 16, b + 5);
        strcat(b + 16, b);
        snprintf(b + 16, 8, "%s", b);
        strncpy(b + 8, b, 8);
        break;
    case 'h':
        snprintf(b, sizeof b, "%d-%s", 1, b + 2); //~ FINDING[overlap]
        break;
    case 'i':
        memcpy(b, b + (argv[1][0] & 3) + 2, 8); //~ FINDING[overlap]
        break;
    }
    return 0;
}
