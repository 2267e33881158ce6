// options:
#include <stdlib.h>
int main(){ for(;;) { char*p=malloc(1000000); if(!p) return 1; p[0]=1; p[999999]=2; } }
