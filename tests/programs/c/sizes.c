// effigy: --sym-stdin 3
// Objects whose sizes depend on inputs: one that grows, and one that another takes the place of on some paths.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char in[3];

static int grown(void) {
    size_t size = in[0] % 5 + 2, place = in[1] % 8;
    char *text = malloc(size);
    if (!text)
        return 1;
    memset(text, 'a', size);
    text = realloc(text, size + 3);
    if (!text)
        return 1;
    memmove(text + 2, text, size);
    int last = text[size + 1] == 'a';
    if (place < size + 3 && in[2] == 'u' && text[place] == 'b') //~ FINDING[uninitialised]
        last = 2;
    if (in[2] == 'w')
        text[place] = 'b'; //~ FINDING[out-of-bounds]
    free(text);
    return last;
}

static int replaced(void) {
    int *volatile numbers = malloc((in[0] > 7 ? 3 : 5) * sizeof(int));
    if (!numbers)
        return 1;
    for (int i = 0; i < 3; i++)
        numbers[i] = i;
    if (in[1] == 'f') {
        free(numbers);
        numbers = malloc((in[0] % 4 + 1) * sizeof(int));
        if (!numbers)
            return 1;
        numbers[0] = 7;
    }
    if (in[2] == 'x')
        numbers[in[0] % 4] = 1; //~ FINDING[out-of-bounds]
    int first = numbers[0];
    free(numbers);
    return first;
}

int main(void) {
    if (fread(in, 1, 3, stdin) != 3)
        return 0;
    printf("%d\n", in[1] == 'g' || in[1] > 'w' ? grown() : replaced());
    return 0;
}
