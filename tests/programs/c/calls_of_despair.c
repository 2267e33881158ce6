// effigy: --sym-stdin 1
// Each way in which a program can say that it is lost.
#include <stdio.h>
#include <stdlib.h>
#include <klee/klee.h>

extern void reach_error(void);

static int colour(int code) {
    switch (code & 3) {
    case 0:
        return 'r';
    case 1:
        return 'g';
    case 2:
        return 'b';
    }
    __builtin_unreachable(); //~ FINDING[unreachable]
}

int main(void) {
    int c = getchar();
    if (c == EOF)
        return 1;
    if (c == 'a')
        abort(); //~ FINDING[abort]
    if (c == 'e')
        reach_error(); //~ FINDING[error-call]
    if (c == 'k')
        klee_report_error(__FILE__, __LINE__, "the k was pressed", "user.err"); //~ FINDING[error-call]: the k was pressed
    if (c == 'x')
        exit(7);
    if (c >= '0' && c <= '3')
        return colour(c) == 'r';
    return 0;
}
