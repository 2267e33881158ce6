// effigy: --sym-stdin 4
// A parser of parentheses and digits with switch and goto; its depth table is short.
#include <stdio.h>

enum { DEEPEST = 3 };

static int digits_at[DEEPEST];

static int parse(void) {
    int depth = 0, c;
    while ((c = getchar()) != EOF) {
        switch (c) {
        case '(':
            depth++;
            break;
        case ')':
            if (depth == 0)
                goto unbalanced;
            depth--;
            break;
        case '0':
        case '1':
            digits_at[depth]++; //~ FINDING[out-of-bounds]
            break;
        case '.':
            goto done;
        default:
            fprintf(stderr, "unexpected character\n");
            return 2;
        }
    }
done:
    if (depth > 0)
        return 3;
    return 0;
unbalanced:
    fputs("unbalanced\n", stderr);
    return 4;
}

int main(void) {
    int status = parse();
    int total = 0;
    for (int i = 0; i < DEEPEST; i++)
        total += digits_at[i];
    if (status == 0)
        printf("%s\n", total > 0 ? "digits" : "no digits");
    return status;
}
