/* Runs a harness of libFuzzer on standard input. It comes before the program's own text: it includes nothing, and takes no
   name but `main`, so that the program may declare what it likes. */

extern int effigy_test(const unsigned char *data, __SIZE_TYPE__ size) __asm__("LLVMFuzzerTestOneInput");
extern int effigy_initialize(int *argc, char ***argv) __asm__("LLVMFuzzerInitialize") __attribute__((weak));
extern long effigy_read(int fd, void *bytes, __SIZE_TYPE__ size) __asm__("read");
extern void *effigy_allocate(__SIZE_TYPE__ size) __asm__("malloc");
extern void effigy_release(void *bytes) __asm__("free");
extern void *effigy_copy(void *to, const void *from, __SIZE_TYPE__ size) __asm__("memcpy");
extern void effigy_exit(int status) __asm__("_exit");

/* Memory that is there: a harness that is called without its input would seem to pass. */
static void *effigy_room(__SIZE_TYPE__ size) {
  void *bytes = effigy_allocate(size);
  if (!bytes) effigy_exit(1);
  return bytes;
}

int main(int argc, char **argv) {
  if (effigy_initialize) effigy_initialize(&argc, &argv);
  __SIZE_TYPE__ size = 0, room = 4096;
  unsigned char *input = effigy_room(room);
  for (;;) {
    long got = effigy_read(0, input + size, room - size);
    if (got <= 0) break;
    size += (__SIZE_TYPE__)got;
    if (size < room) continue;
    unsigned char *larger = effigy_room(room *= 2);
    effigy_copy(larger, input, size);
    effigy_release(input);
    input = larger;
  }
  /* Of exactly its size, so that a read behind its end is seen. */
  unsigned char *data = effigy_room(size);
  effigy_copy(data, input, size);
  effigy_release(input);
  /* A compiler that saw the call would leave out a harness that only reads, with all that may fail in it. */
  int (*volatile test)(const unsigned char *, __SIZE_TYPE__) = effigy_test;
  test(data, size);
  effigy_release(data);
  return 0;
}
