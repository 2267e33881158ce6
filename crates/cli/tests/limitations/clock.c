#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    assert(time(NULL) < 1000);
    assert(getenv("PATH") == NULL);
    return 0;
}
