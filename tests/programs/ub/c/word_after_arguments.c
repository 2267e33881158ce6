// effigy: --sym-args 1
// What stands behind the arguments is read (C17 5.1.2.2.1p2). A native run does not show it.
int main(int argc, char **argv) {
    if (argc < 2 || argv[1][0] != 'w')
        return 0;
    return argv[argc + 1] != 0; //~ FINDING[out-of-bounds]
}
