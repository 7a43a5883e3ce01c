#if defined(__linux__) && __STDC_HOSTED__ && !defined(__riscv_vector)
#include <sys/auxv.h>
#pragma weak getauxval  // programs without libc do without rvv
#endif
