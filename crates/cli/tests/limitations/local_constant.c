static int sum(int *restrict a, int *restrict b) {
    *a = 1;
    *b = 2;
    return *a;
}

int main(void) {
    const int fixed = 1;
    int n;
    *(int *)&fixed = 2;
    return sum(&n, &n) - 2 + (fixed - 2);
}
