// effigy: --sym-stdin 1 --cflags -w
// unchecked: Types that the compiled program does not tell apart
// A function that is defined without a list of parameters is called with an argument, which clang drops (C17 6.5.2.2p6).
#include <stdio.h>

static int count() { return 2; }

int main(void) { return count(getchar()); }
