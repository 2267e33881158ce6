int main(int argc, char **argv) {
    (void)argv;
    long double half = argc / 2.0L;
    return half > 0.4L;
}
