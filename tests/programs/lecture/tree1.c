signed char __VERIFIER_nondet_char(void); int foo(int x, int y) {
  if (x > y) {
    y = x;
  }
  y = y - x;
  if (y > 7) {
    x = __VERIFIER_nondet_char();
  }
  int r = x + y;
  return r; }

// Strejcek, IA159, slides 35 to 46: symbolic execution tree, example 1, with the lines of the lecture, in whose graph the result is
// called r, and known at line 10. Inputs have eight bits, so that nothing overflows.
int main(void) {
  int alpha = __VERIFIER_nondet_char();
  int beta = __VERIFIER_nondet_char();
  int r = foo(alpha, beta);
  return r;
}
