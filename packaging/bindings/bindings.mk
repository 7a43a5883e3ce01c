# SPDX-License-Identifier: 0BSD
# What the packages in other languages are made of. Included by the Makefile before their own files.

OUT_C    := $(foreach name,$(OUT_NAMES),out/$(name)/$(name).c out/$(name)/$(name).h)
BINDINGS := $(wildcard packaging/bindings/*) $(SPECS:%=gen/specs/%.lua) VERSION LICENSE
HAND_C   += $(wildcard packaging/bindings/*.[ch])
