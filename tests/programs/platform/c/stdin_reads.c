// effigy: --sym-stdin 0..4
// How much a read gives is not what was asked for.
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    unsigned char *record = malloc(4);
    if (!record) return 1;
    ssize_t got = read(0, record, 4);
    if (got < 2) {
        free(record);
        return 2;
    }
    int total = record[0] + record[1];
    int odd = 0;
    if (total == 300 && record[2] & 1) odd = 1; //~ FINDING[uninitialised]
    free(record);
    return odd;
}
