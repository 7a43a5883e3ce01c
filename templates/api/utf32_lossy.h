$(part("shared/lossy_units.h", lossy))
