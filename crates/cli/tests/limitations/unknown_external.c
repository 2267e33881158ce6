extern int unheard_of(void);

int main(int argc, char **argv) {
    (void)argv;
    return argc == 2 ? unheard_of() : 0;
}
