// effigy: --cflags "-DN=3"
// Matrices of a size given on the command line of the compiler.
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 2
#endif

typedef int matrix[N][N];

static void multiply(matrix a, matrix b, matrix out) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            out[i][j] = 0;
            for (int k = 0; k < N; k++)
                out[i][j] += a[i][k] * b[k][j];
        }
}

static int trace(matrix m) {
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += m[i][i];
    return sum;
}

static int cell(matrix m, unsigned row, unsigned column) {
    return m[row][column]; //~ FINDING[out-of-bounds]
}

int main(void) {
    static matrix identity, counting, product;
    unsigned char row, column;
    klee_make_symbolic(&row, sizeof row, "row");
    klee_make_symbolic(&column, sizeof column, "column");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            identity[i][j] = i == j;
            counting[i][j] = i * N + j;
        }
    multiply(identity, counting, product);
    assert(trace(product) == 0 + 4 + 8);
    multiply(counting, counting, product);
    assert(product[2][2] == 6 * 2 + 7 * 5 + 8 * 8);

    klee_assume(row < N);
    klee_assume(column <= N);
    int value = cell(counting, row, column);
    assert(value == row * N + column);
    return value == 5;
}
