// effigy: --sym-stdin 1
// As many bytes are written to a file descriptor as there are.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char message[16] = "hello\n";
    size_t n = (size_t)getchar() & 15;
    return write(1, message, n) < 0;
}
