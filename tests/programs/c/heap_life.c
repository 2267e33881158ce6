// effigy:
// The life of a heap block, and each way to get it wrong.
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

struct box {
    int width;
    char label[4];
};

static int fine(unsigned char n) {
    struct box *box = malloc(sizeof *box);
    if (!box)
        return -1;
    box->width = n;
    memset(box->label, 'a' + n % 3, sizeof box->label);
    int result = box->label[3] == 'a';
    free(box);
    free(NULL);
    return result;
}

int main(void) {
    unsigned char way;
    klee_make_symbolic(&way, sizeof way, "way");
    char local[4] = "abc";
    char *block = malloc(4);
    if (!block)
        return 1;
    memcpy(block, local, sizeof local);
    int result = 0;
    switch (way) {
    case 0:
        free(block);
        return block[1]; //~ FINDING[use-after-free]
    case 1:
        free(block);
        block[0] = 'x'; //~ FINDING[use-after-free]
        return 0;
    case 2:
        free(block);
        free(block); //~ FINDING[double-free]
        return 0;
    case 3:
        free(block + 1); //~ FINDING[invalid-free]
        break;
    case 4:
        result = block[4]; //~ FINDING[out-of-bounds]
        break;
    case 5:
        block[-1] = 0; //~ FINDING[out-of-bounds]
        break;
    default:
        result = fine(way);
    }
    free(block);
    return result;
}
