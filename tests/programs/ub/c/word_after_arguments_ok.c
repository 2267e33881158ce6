// effigy: --sym-args 1
// The arguments end with a null pointer.
int main(int argc, char **argv) {
    if (argc < 2 || argv[1][0] != 'w')
        return 0;
    return argv[argc] != 0;
}
