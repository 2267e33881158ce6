// effigy: --sym-args 1 --no-replay
// Lives of local variables: blocks, loops, functions.
#include <stdlib.h>

struct pair { int a, b; };

static int *kept;

static int *inner(int c) {
    int local = c;
    kept = &local;
    return kept;
}

static int block(int c) {
    int *p = &c;
    if (c == 'a') {
        int x = c;
        p = &x;
    }
    return *p; //~ FINDING[use-after-scope]: outside of whose scope
}

static int loop(int c) {
    int *last = NULL, sum = 0;
    for (int i = 0; i < 3; i++) {
        if (last && c == 'b')
            sum += *last; //~ FINDING[use-after-scope]: outside of whose scope
        int now = i;
        last = &now;
        sum += *last;
    }
    return sum;
}

static int returned(int c) {
    int *p = inner(c);
    return c == 'c' ? *p : 0; //~ FINDING[use-after-scope]: has ended
}

static void write(int c) {
    struct pair *p;
    {
        struct pair x = {c, 1};
        p = &x;
        p->a++;
    }
    if (c == 'd')
        p->b = 2; //~ FINDING[use-after-scope]: outside of whose scope
}

static int stale(int c) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int n;
        if (i == 0 || c != 'e')
            n = 1;
        if (n == 1) //~ FINDING[uninitialised]
            sum += n;
    }
    return sum;
}

static int fine(int c) {
    int total = 0;
    for (int i = 0; i < 4; i++) {
        int x[2] = {i, c};
        int *p = x;
        if (i == 1)
            continue;
        if (i == 3)
            break;
        total += p[0] + p[1];
    }
    goto again;
again:;
    int y = total;
    int *q = &y;
    switch (c) {
        int z;
    case 'x':
        z = 1;
        q = &z;
        total += *q;
        break;
    default:
        total += *q;
    }
    if (y > 100000 && c < 0)
        goto again;
    return total + *&(struct pair){1, 2}.a;
}

int main(int argc, char **argv) {
    int c = argv[1][0];
    return block(c) + loop(c) + returned(c) + (write(c), 0) + stale(c) + fine(c) > 0;
}
