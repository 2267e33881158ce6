// bmc 4: proved
// A binary search needs few rounds.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    static const int a[] = {1, 3, 4, 7, 9, 12, 15, 20};
    int key = __VERIFIER_nondet_int();
    int low = 0, high = 7, found = -1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (a[middle] == key) {
            found = middle;
            break;
        }
        if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    assert(found < 0 || a[found] == key);
    return 0;
}
