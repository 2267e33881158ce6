// effigy: --sym-stdin 4
// read(2) into a packet whose length field is believed.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct packet {
    unsigned char kind;
    unsigned char length;
    char body[2];
};

static unsigned checksum(const char *body, unsigned length) {
    unsigned sum = 0;
    for (unsigned i = 0; i < length; i++)
        sum += (unsigned char)body[i];
    return sum;
}

int main(void) {
    struct packet packet;
    ssize_t got = read(0, &packet, sizeof packet);
    if (got != (ssize_t)sizeof packet)
        return 1;
    assert(read(0, &packet.kind, 1) == 0);

    char *copy = packet.body;
    char text[8];
    switch (packet.kind) {
    case 'c':
        if (packet.length > 2)
            return 2;
        return checksum(packet.body, packet.length) > 300 ? 3 : 0;
    case 't':
        if (packet.length > 4)
            return 2;
        memset(text, 0, sizeof text);
        memcpy(text + 5, copy, packet.length < 2 ? packet.length : 2);
        text[packet.length + 4] = '!'; //~ FINDING[out-of-bounds]
        return text[0];
    case 'p':
        snprintf(text, sizeof text, "%c%c", packet.body[0] & 1 ? 'o' : 'e', 'x');
        assert(strlen(text) == 2);
        assert(text[0] != 'o' || packet.length != 9); //~ FINDING[assertion]: packet.length != 9
        return 0;
    default:
        return 4;
    }
}
