/* A task as the software verification competition has them. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);

void reach_error(void) {
    abort();
}

void __VERIFIER_assert(int cond) {
    if (!cond) {
        reach_error();
        abort();
    }
}

int limit = 5;

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned char step = __VERIFIER_nondet_uchar();
    if (n < 0 || n > limit)
        return 0;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += __VERIFIER_nondet_int() % 10 + step;
        if (sum < 0)
            return 1;
    }
    __VERIFIER_assert(sum != 777);
    return 0;
}
