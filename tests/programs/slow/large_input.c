// options:
#include <klee/klee.h>
#include <stdlib.h>
int main(int c,char**v){ char*p=malloc(300000000); klee_make_symbolic(p,300000000,"p"); return p[3]==1; }
