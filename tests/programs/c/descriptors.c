// effigy:
// Calls on descriptors that are not open say so; on the standard streams they say what these are not.
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void is_closed(int descriptor) {
    struct winsize size;
    errno = 0;
    assert(ioctl(descriptor, TIOCGWINSZ, &size) == -1 && errno == EBADF);
    errno = 0;
    assert(lseek(descriptor, 0, SEEK_SET) == -1 && errno == EBADF);
    errno = 0;
    assert(!isatty(descriptor) && errno == EBADF);
    errno = 0;
    assert(dup(descriptor) == -1 && errno == EBADF);
    errno = 0;
    assert(fsync(descriptor) == -1 && errno == EBADF);
    errno = 0;
    assert(close(descriptor) == -1 && errno == EBADF);
}

int main(void) {
    unsigned char closed;
    klee_make_symbolic(&closed, sizeof closed, "closed");
    if (closed == 0) {
        is_closed(60);
    } else {
        is_closed(-1);
    }
    errno = 0;
    assert(!isatty(0) && errno == ENOTTY);
    char folder[8];
    errno = 0;
    assert(getcwd(folder, 0) == NULL && errno == EINVAL);
    return 0;
}
