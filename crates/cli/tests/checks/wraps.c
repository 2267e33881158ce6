// effigy: --sym-args 1 --no-replay --checks default,+wrap
// Arithmetic that wraps, when it is asked for.
int main(int argc, char **argv) {
    unsigned n = (unsigned char)argv[1][0];
    unsigned char low = n + 250; //~ FINDING[overflow]: implicit conversion
    n -= 1; //~ FINDING[overflow]: subtraction overflows
    return low + (n > 3);
}
