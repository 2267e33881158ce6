static int same(unsigned n) { return (int)n; }

int main(void) {
    float f = 1.5f;
    int bits = *(int *)&f;
    int (*call)(int) = (int (*)(int))same;
    return call(bits != 0) - 1;
}
