/* Pointers that may mean the same cell. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    int left;
    int right;
};

static int swap(struct pair *a, struct pair *b) {
    int kept = a->left;
    a->left = b->right;
    b->right = kept;
    return a->left + b->right;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int which = __VERIFIER_nondet_int();
    int cells[4] = {0, 0, 0, 0};
    int *p = &x;
    int *q = which > 0 ? &x : &y;
    *p = 1;
    *q = 2;
    if (*p == 2) {
        cells[0] = 1;
    }
    if (which > 0 && *p == 1) {
        abort();
    }
    if (which < 0 && *p != 1) {
        abort();
    }
    struct pair one = {1, 2};
    struct pair other = {3, 4};
    struct pair *b = which == 5 ? &one : &other;
    int sum = swap(&one, b);
    if (sum == 3) {
        cells[1] = 1;
    }
    if (sum == 3 && which != 5) {
        abort();
    }
    int index = which & 3;
    cells[index] = 9;
    if (index == 2 && cells[1] == 9) {
        abort();
    }
    if (cells[3] == 9 && which % 4 == 0) {
        abort();
    }
    if (cells[0] == 9 && cells[1] == 1) {
        abort();
    }
    if (cells[1] == 1 && cells[2] == 9) {
        return 3;
    }
    return 0;
}
