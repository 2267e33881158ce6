// effigy: --sym-stdin 5
// A harness as libFuzzer runs it: no main, an initialisation, and input that ends where memory does.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static uint8_t *weights;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    if (*argc < 1 || (*argv)[0] == NULL)
        abort();
    weights = calloc(4, 1);
    return 0;
}

static unsigned weigh(const uint8_t *data, size_t size) {
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += data[i] * weights[i & 3];
    return sum;
}

/* A kind, a count, and so many bytes. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (weights == NULL || size < 2)
        return 0;
    size_t count = data[1];
    if (data[0] == 'w' && count <= 2)
        weigh(data + 2, count);
    else if (data[0] == 'x' && count > 0)
        weigh(data + 2, 2 + (count & 1));
    else if (data[0] == 'y' && count == 9)
        return data[count - 4]; //~ FINDING[out-of-bounds]: of a heap object of 5 bytes
    return 0;
}
