// effigy:
// In the style of the software verification competition.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static void check(int condition) {
    if (!condition)
        reach_error(); //~ FINDING[error-call]
}

static int gcd(int a, int b) {
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char y = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(x >= 1 && x <= 6);
    __VERIFIER_assume(y >= 1 && y <= 6);
    int g = gcd(x, y);
    if (g < 1 || x % g != 0 || y % g != 0)
        return 1;
    check(!(x == 6 && y == 4) || g == 2);
    check(g != 5 || x == y);
    check(g != 3 || x == y);
    return 0;
}
