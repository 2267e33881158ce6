// options:
#include <stdlib.h>
#include <string.h>
int main(int c,char**v){ char*p=malloc(4000000000u); memset(p,1,4000000000u); char *q=calloc(1000000000,4); memcpy(p,q,4000000000u); return p[3]; }
