/* Words of an argument, and a table that is searched in halves. */
#include <stdlib.h>
#include <string.h>

static const unsigned char sorted[7] = {2, 3, 5, 7, 11, 13, 17};

static int find(unsigned char wanted) {
    int low = 0, high = 6;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (sorted[middle] == wanted)
            return middle;
        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(int argc, char **argv) {
    if (argc != 2 || strlen(argv[1]) != 3)
        return 1;
    const unsigned char *word = (const unsigned char *)argv[1];
    int vowels = 0;
    for (int i = 0; i < 3; i++) {
        switch (word[i]) {
        case 'a':
        case 'e':
            vowels++;
            break;
        default:
            break;
        }
    }
    if (strcmp(argv[1], "ace") == 0)
        return 2;
    unsigned char key = word[0] ^ word[1];
    int place = find(key);
    if (place >= 0 && key % 2 == 0) {
        return 10 + place;
    }
    unsigned short product = (unsigned short)(key * key);
    if (product == 16384) {
        return 4;
    }
    if (product > 60000 && product < 61000)
        return 5;
    if (vowels == 2 && word[2] == 'z') {
        abort();
    }
    return 0;
}
