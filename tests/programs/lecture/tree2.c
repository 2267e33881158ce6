signed char __VERIFIER_nondet_char(void); unsigned power(int x) {
  unsigned z = 1;
  while (x > 0) {
    x = x - 1;
    z = 2 * z;
  }
  unsigned r = z;
  return r; }

// Strejcek, IA159, slides 47 to 61: symbolic execution tree, example 2, with the lines of the lecture, in whose graph the result is
// called r, and known at line 8. The input has eight bits; large powers wrap around.
int main(void) {
  int alpha = __VERIFIER_nondet_char();
  unsigned r = power(alpha);
  return (int)r;
}
