// effigy:
// A native run does not show it. getcwd is told of room that the buffer does not have, and the name is shorter.
#include <unistd.h>

int main(void) {
    char name[8];
    return getcwd(name, 4096) != NULL; //~ FINDING[out-of-bounds]
}
