/* Symbolic inputs for C programs run by Effigy. */
#ifndef EFFIGY_H
#define EFFIGY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the object's bytes symbolic. */
void effigy_make_symbolic(void *object, size_t size, const char *name);
/* Goes on only with inputs for which the condition holds. */
void effigy_assume(int condition);
/* Marks a goal: a test is generated that makes the condition hold here. */
void effigy_cover(int condition, const char *name);

#ifdef __cplusplus
}
#endif
#endif
