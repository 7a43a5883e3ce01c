$(part("shared/append_units.c", units))
