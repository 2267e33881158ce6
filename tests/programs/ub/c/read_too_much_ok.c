// effigy: --sym-stdin 6
// read is allowed what the buffer has.
#include <unistd.h>

struct message {
    unsigned char length;
    unsigned char body[4];
};

int main(void) {
    struct message m;
    if (read(0, &m.length, 1) != 1)
        return 1;
    unsigned n = m.length & 7;
    if (n > sizeof m.body)
        return 2;
    return read(0, m.body, n) == 3;
}
