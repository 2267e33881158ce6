// effigy:
// Bit-fields, unions, packed records and enums over one symbolic word.
#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <klee/klee.h>

enum level { LOW = 1, MIDDLE = 4, HIGH = 9 };

struct flags {
    unsigned ready : 1;
    unsigned mode : 3;
    signed delta : 4;
    unsigned rest : 8;
};

union word {
    uint32_t whole;
    uint8_t bytes[4];
    struct {
        uint16_t low, high;
    } halves;
};

static enum level classify(unsigned mode) {
    static const enum level levels[8] = {LOW, LOW, MIDDLE, MIDDLE, MIDDLE, HIGH, HIGH, LOW};
    return levels[mode & 7u];
}

static uint32_t swap(uint32_t x) {
    return x >> 24 | (x >> 8 & 0xff00u) | (x << 8 & 0xff0000u) | x << 24;
}

int main(void) {
    uint32_t input;
    klee_make_symbolic(&input, sizeof input, "input");

    union word word = {.whole = input};
    assert(word.bytes[0] == (input & 0xffu));
    assert(word.halves.high == input >> 16);
    union word turned = {.whole = swap(input)};
    assert(turned.bytes[3] == word.bytes[0]);

    struct flags flags;
    memset(&flags, 0, sizeof flags);
    flags.ready = input;
    flags.mode = input >> 1;
    flags.delta = (int)(input >> 4 & 7u) - 4;
    flags.rest = word.bytes[1];
    assert(flags.ready == (input & 1u));
    assert(flags.mode <= 7);
    assert(flags.delta >= -4 && flags.delta <= 3);
    flags.rest++;
    assert(flags.rest == (uint8_t)(word.bytes[1] + 1));
    if (flags.ready && flags.mode == 6 && flags.delta < 0)
        assert(classify(flags.mode) != HIGH); //~ FINDING[assertion]: classify(flags.mode) != HIGH
    return 0;
}
