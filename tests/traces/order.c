/* An order of some pieces, and what it costs. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int pieces = __VERIFIER_nondet_int();
    int price = __VERIFIER_nondet_int();
    int express = __VERIFIER_nondet_int();
    if (pieces < 1 || pieces > 100)
        return 1;
    if (price < 1 || price > 50)
        return 2;
    int cost = pieces * price;
    if (pieces >= 20) {
        cost -= cost / 10;
    }
    if (express && cost < 100) {
        cost += 15;
    }
    if (cost > 4499) {
        abort();
    }
    if (cost % 7 == 3 && pieces == 13)
        abort();
    return 0;
}
