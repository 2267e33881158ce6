/* The inputs as the program asks for them. */
static size_t effigy_asked;

static _Noreturn void effigy_end(int status, const char *message) {
  fprintf(stderr, "effigy: %s\n", message);
  fflush(NULL);
  _exit(status);
}

static void next_object(void *object, size_t size) {
  if (effigy_asked == EFFIGY_OBJECTS) effigy_end(STATUS_NO_TEST, "the program asks for more values than the test holds");
  if (effigy_objects[effigy_asked].size != size)
    effigy_end(STATUS_NO_TEST, "the program asks for a value of another size than the test holds");
  memcpy(object, effigy_objects[effigy_asked++].bytes, size);
}

/* The program's main, which was compiled under this name; a harness of libFuzzer has none. */
__attribute__((weak)) int effigy_program_main(void);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);
__attribute__((weak)) int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void effigy_standard_input(const void *bytes, size_t size) {
  FILE *file = tmpfile();
  if (!file || fwrite(bytes, 1, size, file) != size || fflush(file) != 0 || fseek(file, 0, SEEK_SET) != 0 ||
      dup2(fileno(file), 0) != 0)
    effigy_end(STATUS_NO_TEST, "cannot prepare standard input");
}

/* Calls a harness with its input in memory of exactly its size. */
static int effigy_harness(char **argv) {
  int argc = EFFIGY_ARGUMENTS;
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  unsigned char *data = malloc(EFFIGY_STDIN);
  if (EFFIGY_STDIN > 0) memcpy(data, effigy_stdin, EFFIGY_STDIN);
  LLVMFuzzerTestOneInput(data, EFFIGY_STDIN);
  free(data);
  return 0;
}

/* Whatever parameters the program's main has, it takes these; a sanitizer would object to the call. */
__attribute__((no_sanitize("undefined"))) int main(int argc, char **argv) {
  (void)argc;
  effigy_standard_input(effigy_stdin, EFFIGY_STDIN);
  effigy_arguments[0] = argv[0];
  if (!effigy_program_main && LLVMFuzzerTestOneInput) return effigy_harness(effigy_arguments);
  return ((int (*)(int, char **))effigy_program_main)(EFFIGY_ARGUMENTS, effigy_arguments);
}
