int main(void) {
    unsigned char u = 128;
    long long n = 4294967296LL;
    u >>= n;
    return u - 128;
}
