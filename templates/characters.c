$(ruler("Characters"))

$(part("segment.c"))

@ if lengths then
$(part("code_point.c"))

$(part("spell.c"))
@ end
