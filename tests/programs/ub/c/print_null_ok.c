// effigy:
// %s is given a text for all numbers.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *text = "less";
    if (__VERIFIER_nondet_int() > 3)
        text = "more";
    printf("%s\n", text);
    return 0;
}
