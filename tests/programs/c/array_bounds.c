// effigy:
// Reads and writes around a global array, a local array and a row of a matrix.
#include <klee/klee.h>

static const unsigned char weights[4] = {1, 10, 100, 200};
static int counts[3];
static int board[2][3] = {{1, 2, 3}, {4, 5, 6}};

static int sum_first(const int *values, unsigned n) {
    int local[4];
    int total = 0;
    for (unsigned i = 0; i < n; i++)
        local[i] = values[i % 3]; //~ FINDING[out-of-bounds]
    for (unsigned i = 0; i < n; i++)
        total += local[i];
    return total;
}

int main(void) {
    unsigned char kind, index;
    klee_make_symbolic(&kind, sizeof kind, "kind");
    klee_make_symbolic(&index, sizeof index, "index");
    klee_assume(index <= 5);
    switch (kind) {
    case 'r':
        return weights[index] > 50; //~ FINDING[out-of-bounds]
    case 'w':
        counts[index] = 1; //~ FINDING[out-of-bounds]
        return counts[0];
    case 'm':
        return index < 3 ? board[1][index] : board[0][index - 3];
    case 's':
        return sum_first(counts, index);
    default:
        return 1;
    }
}
