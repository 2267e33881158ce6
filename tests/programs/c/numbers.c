// effigy:
// Concrete doubles, long long arithmetic, conversions and a state that outlives its call.
#include <assert.h>
#include <klee/klee.h>

static const double weights[4] = {0.5, 1.25, -2.0, 1e3};

static double dot(const double *a, const double *b, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static unsigned next_random(void) {
    static unsigned long long state = 42;
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33);
}

static long long factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1); //~ FINDING[overflow]
}

static int percent(int part, int whole) {
    return (int)(100.0f * (float)part / (float)whole + 0.5f);
}

int main(void) {
    unsigned char step;
    klee_make_symbolic(&step, sizeof step, "step");
    assert(dot(weights, weights, 4) == 0.25 + 1.5625 + 4.0 + 1e6);
    assert((int)-2.75 == -2 && (unsigned char)300 == 44);
    assert(percent(1, 3) == 33 && percent(2, 3) == 67);
    assert(factorial(20) == 2432902008176640000ll);
    unsigned first = next_random();
    assert(first != next_random());

    long long distance = (long long)step << 40;
    assert(distance / 1024 == (long long)step << 30);
    assert(distance % 3 == step % 3);
    switch (step) {
    case 20:
        return factorial(20) > 0 ? 0 : 1;
    case 21:
        return factorial(21) > 0 ? 0 : 1;
    default:
        return 2;
    }
}
