// effigy:
// `klee_assert` as KLEE's own header defines it since version 3.1.
void klee_make_symbolic(void *address, unsigned long size, const char *name);
void klee_assert_fail(const char *expression, const char *file, unsigned line, const char *function);

#define klee_assert(condition) \
    ((condition) ? (void)0 : klee_assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assert(n % 7 < 7);
    if (n > 100)
        klee_assert(n * n != 14641); //~ FINDING[assertion]: assertion `n * n != 14641` failed
    return 0;
}
