#include <assert.h>
#include <errno.h>
#include <fcntl.h>

int main(void) {
    assert(open("/dev/null", O_RDONLY) == -1 && errno == ENOENT);
    return 0;
}
