// effigy: --sym-stdin 1
// More bytes are written to a file descriptor than there are (CWE-126).
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char message[8] = "hello\n";
    size_t n = (size_t)getchar() & 15;
    return write(1, message, n) < 0; //~ FINDING[out-of-bounds]
}
