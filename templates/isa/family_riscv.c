#if defined(__linux__) && __STDC_HOSTED__ && !defined(__riscv_vector)
#include <sys/auxv.h>
#pragma weak getauxval  // NULL without libc: rvv is then not used
#endif
