// effigy: --sym-stdin 1
// What is written to a file is read from it again, in the order in which it was written.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    int byte = getchar();
    if (byte < '0' || byte > '9') return 1;
    FILE *out = fopen("log", "w");
    fprintf(out, "%d,", byte - '0');
    fputs("two", out);
    fclose(out);
    out = fopen("log", "a");
    fputc('\n', out);
    fwrite("last\n", 1, 5, out);
    fclose(out);
    char line[16];
    FILE *in = fopen("log", "r");
    if (!fgets(line, sizeof line, in)) return 2;
    assert(strcmp(line + 1, ",two\n") == 0);
    assert(line[0] != '7'); //~ FINDING[assertion]: line[0] != '7'
    if (!fgets(line, sizeof line, in) || strcmp(line, "last\n") != 0) return 3;
    assert(!fgets(line, sizeof line, in) && feof(in));
    fclose(in);
    if (remove("log") != 0 || access("log", F_OK) == 0) return 4;
    return 0;
}
