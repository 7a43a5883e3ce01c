#if defined(__linux__) && __STDC_HOSTED__ && !defined(__riscv_vector)
#include <sys/auxv.h>
#pragma weak getauxval  // without libc there is no rvv
#endif
