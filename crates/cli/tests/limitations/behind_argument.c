/* With an empty argument the second character lies behind its end. */
int main(int argc, char **argv) {
    return argc > 1 && argv[1][1] == 'x';
}
