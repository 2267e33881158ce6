// options:
#include <stdio.h>
int main(int c,char**v){ printf("%2000000000d\n",c); printf("%.2000000000f\n",1.0); return 0; }
