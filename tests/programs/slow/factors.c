// options:
#include <stdint.h>
uint64_t __VERIFIER_nondet_ulong(void);
void abort(void);
int main(){ uint64_t x=__VERIFIER_nondet_ulong(), y=__VERIFIER_nondet_ulong();
 unsigned __int128 p=(unsigned __int128)x*y;
 if(x>1 && y>1 && x<=y && p==((unsigned __int128)0xff51afd7ed558ccdull*0xc4ceb9fe1a85ec53ull)) abort(); return 0; }
