#include <stdlib.h>

int main(void) {
    char *room = malloc(4);
    return room == NULL;
}
