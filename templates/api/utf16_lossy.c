$(part("shared/lossy_units.c", units))
