#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    assert(time(NULL) < 1000);
    assert(getenv("PATH") == NULL);
    srand(time(NULL));
    int first = rand();
    srand(1);
    assert(first == rand());
    return 0;
}
