// effigy:
// A flag that no other thread sets.
void klee_make_symbolic(void *address, unsigned long size, const char *name);

int main(void) {
  unsigned busy;
  klee_make_symbolic(&busy, sizeof busy, "busy");
  while (busy != 0) { //~ FINDING[endless-loop]
  }
  return 0;
}
