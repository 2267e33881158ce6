// effigy: --sym-args 1 --no-replay --checks memory
// Arithmetic is not checked: it goes on and wraps.
int main(int argc, char **argv) {
    int n = 2147483647, bytes[2] = {1, 2};
    n += argv[1][0] & 1;
    return bytes[(argv[1][0] & 3) == 3 ? 2 : 0] + (n < 0); //~ FINDING[out-of-bounds]
}
