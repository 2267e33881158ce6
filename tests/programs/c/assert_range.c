// effigy:
// A clamp that forgets one side.
#include <assert.h>
#include <klee/klee.h>

static int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    return value; /* the upper side is missing */
}

static int clamp_properly(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

int main(void) {
    int value;
    klee_make_symbolic(&value, sizeof value, "value");
    int good = clamp_properly(value, -10, 10);
    assert(good >= -10);
    assert(good <= 10);
    int bad = clamp(value, -10, 10);
    assert(bad >= -10);
    assert(bad <= 10); //~ FINDING[assertion]: bad <= 10
    return bad == good ? 0 : 1;
}
