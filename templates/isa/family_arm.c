#include <arm_neon.h>
