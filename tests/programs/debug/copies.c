/* Statements behind decisions that only copy: nothing computes there. */
int __VERIFIER_nondet_int(void);

static int pick(int a, int b) {
  int kept = 0;
  int round = 0;
  while (round < 2) {
    if (a > round)
      kept = a;
    else
      kept = b;
    round = round + 1;
  }
  switch (b) {
  case 0:
    kept = b;
    break;
  case 1:
    kept = a;
    break;
  default:
    kept = round;
  }
  return kept;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int result = pick(a, b);
  return result & 1;
}
