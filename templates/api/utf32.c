$(part("append_units.c", units))
