// bmc 8: proved
// A list on the heap, of a length that is an input.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

#include <stdlib.h>

struct node { int value; struct node *next; };

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n <= 4);
    struct node *list = 0;
    for (int i = 0; i < n; i++) {
        struct node *made = malloc(sizeof *made);
        made->value = i;
        made->next = list;
        list = made;
    }
    int count = 0;
    for (struct node *at = list; at; at = at->next)
        count++;
    assert(count == n);
    return 0;
}
