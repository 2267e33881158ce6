/* Linked last into a program that is compiled with counters (`-fsanitize-coverage=inline-8bit-counters`). The compiler puts
   one byte for each edge into the section `__sancov_cntrs`; who runs the program finds the section in its file. */

/* The section begins at a page and ends at one, so that its pages can be shared without anything else. */
__attribute__((section("__sancov_cntrs"), used, aligned(4096))) static char effigy_last_counters[4096];

/* The linker drops what nothing refers to. */
void __sanitizer_cov_8bit_counters_init(char *start, char *end) {
  (void)start, (void)end;
  __asm__ volatile("" : : "r"(effigy_last_counters));
}
void __sanitizer_cov_pcs_init(const void *start, const void *end) { (void)start, (void)end; }
