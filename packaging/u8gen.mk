# SPDX-License-Identifier: 0BSD
# For inclusion in your Makefile: compiles pairs (NAME.c and NAME.h) from out/ and from specs.
#
#     U8GEN_PAIRS := utf8 mutf8                     # names in out/; set this before the include
#     include u8gen/packaging/u8gen.mk
#     $(eval $(call u8gen_generate,app_text,text.lua,--without "utf16 utf32"))
#
#     app: main.o $(U8GEN_OBJECTS)                  # utf8.o, mutf8.o, app_text.o
#     main.o: CFLAGS += $(U8GEN_CFLAGS)
#     main.o: $(U8GEN_HEADERS)                      # so that the headers are generated first
#
# The arguments of u8gen_generate are a prefix, a spec (a file, or a catalogue name) and options of `u8gen gen`. The pair is regenerated
# when the spec or u8gen changes. An invalid spec stops make with a message and leaves the C unchanged. U8GEN_BUILD is the folder for all output.
# The default target of your Makefile does not change. The pairs are compiled as C99, with -O2 unless your CFLAGS have another -O.

# U8GEN_DIR is the parent of this file's folder, from MAKEFILE_LIST. The words of a path with spaces are joined again with `\ `.
u8gen_space   := $(subst ,, )
u8gen_folder   = $(if $(wildcard $1u8gen.mk),$1,$(if $2,$(call u8gen_longer,$1,$2),$(error u8gen.mk is not found: $(MAKEFILE_LIST))))
u8gen_longer   = $(call u8gen_folder,$(lastword $2)\$(u8gen_space)$1,$(call u8gen_but_last,$2))
u8gen_but_last = $(wordlist 2,$(words $1),x $1)
U8GEN_DIR     := $(call u8gen_folder,$(dir $(lastword $(MAKEFILE_LIST))),$(call u8gen_but_last,$(MAKEFILE_LIST)))..
U8GEN         ?= $(U8GEN_DIR)/u8gen
U8GEN_BUILD   ?= build/u8gen
U8GEN_OBJECTS :=
U8GEN_HEADERS :=
U8GEN_CFLAGS  :=

# $(call u8gen_object,NAME,FOLDER)
define u8gen_object
U8GEN_OBJECTS += $(U8GEN_BUILD)/$1.o
U8GEN_HEADERS += $2/$1.h
U8GEN_CFLAGS  += -I$2

$(U8GEN_BUILD)/$1.o: $2/$1.c $2/$1.h
	@mkdir -p $(U8GEN_BUILD)
	$$(CC) -O2 $$(CPPFLAGS) $$(CFLAGS) -std=c99 -c -o $$@ '$$<'

.DEFAULT_GOAL := $(.DEFAULT_GOAL)
endef

# The option --depfile. It is omitted if the path of u8gen or of the spec has % or =; then only these two files are dependencies.
u8gen_depfile = $(if $(findstring %,$(U8GEN)$2)$(findstring =,$(U8GEN)$2),,--depfile $(U8GEN_BUILD)/$1.d)

# gen does not write files whose content is unchanged, so without `touch` they would stay older than the spec.
define u8gen_generate
$(call u8gen_object,$1,$(U8GEN_BUILD)/$1)

$(U8GEN_BUILD)/$1/$1.c: $(wildcard $2) $(U8GEN)
	@mkdir -p $(U8GEN_BUILD)
	$(U8GEN) gen --prefix $1 -o $(U8GEN_BUILD)/$1 $(call u8gen_depfile,$1,$2) $3 -- $2
	@touch $(U8GEN_BUILD)/$1/$1.c $(U8GEN_BUILD)/$1/$1.h

$(U8GEN_BUILD)/$1/$1.h: $(U8GEN_BUILD)/$1/$1.c ;

-include $(U8GEN_BUILD)/$1.d
.DEFAULT_GOAL := $(.DEFAULT_GOAL)
endef

$(foreach name,$(U8GEN_PAIRS),$(eval $(call u8gen_object,$(name),$(U8GEN_DIR)/out/$(name))))
