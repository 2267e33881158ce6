// effigy:
// getcwd is told of the room that the buffer has.
#include <unistd.h>

int main(void) {
    char name[4096];
    return getcwd(name, sizeof name) != NULL && name[0] != '/';
}
