// effigy:
// %s is given a null pointer for some numbers. A native run does not show it.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *text = NULL;
    if (__VERIFIER_nondet_int() > 3)
        text = "more";
    printf("%s\n", text); //~ FINDING[null]
    return 0;
}
