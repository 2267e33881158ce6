// effigy: --sym-stdin 2
// An error deep inside leads back to where the work began.
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf failed;

static int digit(void) {
    int c = getchar();
    if (c < '0' || c > '9') longjmp(failed, c == '-' ? 2 : 0);
    return c - '0';
}

static int number(void) {
    int high = digit();
    return 10 * high + digit();
}

int main(void) {
    volatile int tries = 0;
    int reason = setjmp(failed);
    if (reason == 0) {
        tries++;
        int value = number();
        assert(value != 42); //~ FINDING[assertion]: value != 42
        return value > 99;
    }
    assert(tries == 1);
    assert(reason == 1 || reason == 2);
    return reason;
}
