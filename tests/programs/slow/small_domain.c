// options:
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char t[256];
int main(){ unsigned char x=__VERIFIER_nondet_uchar(); for(int i=0;i<40;i++) { t[x]=i; x=t[(unsigned char)(x+i)]^x; } return x==3; }
