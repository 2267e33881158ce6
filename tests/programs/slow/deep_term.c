// options:
unsigned __VERIFIER_nondet_uint(void);
int main(){ unsigned x=__VERIFIER_nondet_uint(); for(int i=0;i<100000;i++) x=x*3+(x>>7)+1; if(x==12345) return 1; return 0; }
