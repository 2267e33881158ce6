// options: --sym-args 1
#include <unistd.h>
int main(int c,char**v){ int n=0; if(c<2) return 0; if(v[1][0]&1) n++; if(v[1][0]&2) n+=2; sleep(1000); return n; }
