#include <string.h>

struct pair { char name[4]; char rank; };

int main(void) {
    struct pair p = {"abc", 1};
    char *name = p.name;
    strcpy(name, "abcd");
    return name[4];
}
