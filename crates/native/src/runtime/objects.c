/* Inputs of a native run: the objects of the .ktest file that EFFIGY_TEST names, in the order of their making. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STATUS_ASSUMPTION 77
#define STATUS_NO_TEST 78

static unsigned char *file_bytes;
static size_t file_size, file_at;
static uint32_t objects_left;

static _Noreturn void effigy_end(int status, const char *message) {
  fprintf(stderr, "effigy: %s\n", message);
  fflush(NULL);
  _exit(status);
}

static _Noreturn void effigy_broken(void) { effigy_end(STATUS_NO_TEST, "EFFIGY_TEST is not a whole .ktest file"); }

static const unsigned char *take(size_t size) {
  if (size > file_size - file_at) effigy_broken();
  const unsigned char *bytes = file_bytes + file_at;
  file_at += size;
  return bytes;
}

static uint32_t take_number(void) {
  const unsigned char *b = take(4);
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static const unsigned char *take_block(size_t *size) {
  *size = take_number();
  return take(*size);
}

static void read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) effigy_end(STATUS_NO_TEST, "cannot read the file that EFFIGY_TEST names");
  size_t room = 1 << 16;
  file_bytes = malloc(room);
  for (;;) {
    size_t got = file_bytes ? fread(file_bytes + file_size, 1, room - file_size, file) : 0;
    file_size += got;
    if (got == 0) break;
    if (file_size == room) file_bytes = realloc(file_bytes, room *= 2);
  }
  fclose(file);
  if (!file_bytes) effigy_end(STATUS_NO_TEST, "no memory for the test");
}

/* Goes to the first object that the program makes itself: arguments and standard input end at `model_version`. */
static void load(void) {
  const char *path = getenv("EFFIGY_TEST");
  if (!path)
    effigy_end(STATUS_NO_TEST, "this program has symbolic inputs; run it with `effigy explore`, or set EFFIGY_TEST to the "
                               ".ktest file of a generated test");
  read_file(path);
  size_t size;
  if (memcmp(take(5), "KTEST", 5) != 0 || take_number() != 3) effigy_broken();
  for (uint32_t n = take_number(); n > 0; n--) take_block(&size);
  take_number();
  take_number();
  objects_left = take_number();
  size_t first = file_at;
  uint32_t count = objects_left;
  for (uint32_t left = count; left > 0; left--) {
    const unsigned char *name = take_block(&size);
    int last = size == 13 && memcmp(name, "model_version", 13) == 0;
    take_block(&size);
    if (last) first = file_at, objects_left = left - 1;
  }
  file_at = first;
}

static void next_object(void *object, size_t size) {
  if (!file_bytes) load();
  if (objects_left == 0) effigy_end(STATUS_NO_TEST, "the program asks for more values than the test holds");
  objects_left--;
  size_t length;
  take_block(&length);
  const unsigned char *bytes = take_block(&length);
  if (length != size) effigy_end(STATUS_NO_TEST, "the program asks for a value of another size than the test holds");
  memcpy(object, bytes, size);
}

/* For functions of the program that nobody defines. */
void effigy_next_input(void *object, size_t size) { next_object(object, size); }
