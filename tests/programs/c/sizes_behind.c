// effigy: --sym-stdin 3 --checks +leak
// What lies behind the size of an object, which depends on inputs, is no contents where the object grows.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char in[3];
static char **kept;
static char *made;

static int cleared(void) {
    size_t size = in[0] % 4 + 1;
    char *text = calloc(size, 1);
    if (!text)
        return 1;
    text = realloc(text, 8);
    if (!text)
        return 1;
    int last = 0;
    if (text[7] == 'b') //~ FINDING[uninitialised]
        last = 2;
    free(text);
    return last;
}

static int smaller(void) {
    char *text = malloc(8);
    if (!text)
        return 1;
    memset(text, 'a', 8);
    text = realloc(text, in[0] % 7 + 1);
    if (!text)
        return 1;
    text = realloc(text, 8);
    if (!text)
        return 1;
    int last = 0;
    if (text[7] == 'a') //~ FINDING[uninitialised]
        last = 2;
    free(text);
    return last;
}

static int lost(void) {
    kept = malloc(2 * sizeof(char *));
    if (!kept)
        return 1;
    kept[0] = NULL;
    kept[1] = malloc(1); //~ FINDING[leak]
    kept = realloc(kept, (in[0] % 2 + 1) * sizeof(char *));
    return 0;
}

int main(void) {
    if (fread(in, 1, 3, stdin) != 3)
        return 0;
    if (in[2] < 9)
        made = malloc(in[2] % 2 + 1);
    int result = in[1] == 'c' ? cleared() : in[1] == 's' ? smaller() : in[1] == 'l' ? lost() : 0;
    printf("%d\n", result);
    return 0;
}
