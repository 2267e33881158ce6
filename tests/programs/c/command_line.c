// effigy: --sym-args 2,1
// Options such as `-v` and a table indexed by the second argument.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct option {
    const char *flag;
    int weight;
};

static const struct option options[] = {{"-v", 1}, {"-q", 2}, {"-x", 4}};
static int levels[] = {10, 20, 30, 40};

static int weight_of(const char *flag) {
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(options[i].flag, flag) == 0)
            return options[i].weight;
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s FLAG LEVEL\n", argv[0]);
        return 64;
    }
    int weight = weight_of(argv[1]);
    if (weight == 0) {
        puts("unknown option");
        return 65;
    }
    char digit = argv[2][0];
    if (digit < '1' || digit > '4')
        return 66;
    int index = digit - '1';
    if (weight == 4)
        index += weight - 3; /* the extra level of -x */
    int level = levels[index]; //~ FINDING[out-of-bounds]
    printf("%d\n", weight);
    return level / weight > 5 ? EXIT_SUCCESS : EXIT_FAILURE;
}
