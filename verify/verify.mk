# SPDX-License-Identifier: 0BSD
# How verify/ is built and run. The top Makefile includes this; `make -f verify/verify.mk verify`
# works as well. It checks out/ as it stands: nothing here knows how out/ is made, so neither the
# timestamps of a clone nor an edit can set the generator off.
#
#   verify       quick: proof, sweep, mutation and short texts of all encodings on all kernels
#   verify-all   everything on every kernel; goes on where it was stopped, as long as no source
#                changes
#   VERIFY_NATIVE_ONLY=1   leaves out NEON under qemu
#   VERIFY_NAME="a b"      only these encodings
#   VERIFY_OUT=DIR         checks another folder, a vendored copy, say: DIR/NAME.c and its
#                          companions, or DIR/NAME/NAME.c
#   VERIFY_DESCRIBED=1     the reference is what the spec says (NAME_model.h), not the one by hand

# The catalogue stands here in full, so that one that out/ lacks is noticed.
VERIFY_NAME  ?= utf8 utf8nonul utf8generalized wtf8 cesu8 cesu8lax mutf8 mutf8paired mutf8lenient \
    fssutf xml10 assignables utf8interchange mqttstrict yaml12 toml10
VERIFY_OUT   ?= out
VERIFY_DIR   ?= build/verify
VERIFY_CROSS ?= aarch64-linux-gnu-gcc
VERIFY_QEMU  ?= qemu-aarch64
VERIFY_HERE  := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
VERIFY_C     := $(sort $(wildcard $(VERIFY_HERE)/*.c))
VERIFY_H     := $(wildcard $(VERIFY_HERE)/*.h)
VERIFY_FLAGS := -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef \
    -Wstrict-prototypes -Werror -pthread
# The only sources that differ from one encoding to the next; all others are compiled once.
VERIFY_OWN   := subject reference
VERIFY_DESCRIBED ?=
# Every text of four bytes goes to every kernel by call.
VERIFY_COMPLETE := utf8

.PHONY: verify verify-all verify-always

# $(call verify_folder,NAME): where its files are.
verify_folder = $(firstword $(wildcard $(VERIFY_OUT)/$1/$1.c) $(VERIFY_OUT)/$1.c)
verify_from   = $(wildcard $(dir $(call verify_folder,$1))$1*.[ch])

# Changes when other compilers or another folder are asked for, so that programs are made anew.
$(VERIFY_DIR)/settings: verify-always
	@mkdir -p $(VERIFY_DIR)
	@echo '$(CC) $(VERIFY_CROSS) $(VERIFY_FLAGS) $(VERIFY_OUT) $(VERIFY_DESCRIBED)' | cmp -s - $@ || \
	    echo '$(CC) $(VERIFY_CROSS) $(VERIFY_FLAGS) $(VERIFY_OUT) $(VERIFY_DESCRIBED)' > $@

# Neon runs natively on aarch64; elsewhere it needs the cross compiler and the emulator.
ifneq ($(filter aarch64,$(shell uname -m))$(filter 1,$(VERIFY_NATIVE_ONLY)),)
VERIFY_MISSING :=
VERIFY_ON := native
else
VERIFY_MISSING := $(shell for tool in $(VERIFY_CROSS) $(VERIFY_QEMU); do \
    command -v $$tool >/dev/null || echo $$tool; done)
VERIFY_ON := native $(if $(VERIFY_MISSING),,neon)
endif

# $(call verify_compiler,ON): the compiler for native or neon.
verify_compiler = $(if $(filter neon,$1),$(VERIFY_CROSS),$(CC))

# $(call verify_shared,ON): objects that know no encoding.
verify_shared = $(patsubst %,$(VERIFY_DIR)/objects/$1/%.o,$(filter-out $(VERIFY_OWN),$(basename $(notdir $(VERIFY_C)))))

define verify_shared_rules
$(VERIFY_DIR)/objects/$1/%.o: $(VERIFY_HERE)/%.c $(VERIFY_H) $(VERIFY_DIR)/settings
	@mkdir -p $$(@D)
	$(call verify_compiler,$1) $(VERIFY_FLAGS) -c -o $$@ $$<
endef
$(foreach on,$(VERIFY_ON),$(eval $(call verify_shared_rules,$(on))))

# $(call verify_program,ON,NAME,SUFFIX,FLAGS): DIR/NAME-ON, as a user compiles it, or with tables that
# can be written to (SUFFIX -open).
define verify_program
$(VERIFY_DIR)/$2-$1$3: $(addprefix $(VERIFY_HERE)/,$(addsuffix .c,$(VERIFY_OWN))) $(call verify_from,$2) \
    $(call verify_shared,$1) $(VERIFY_H) $(VERIFY_DIR)/settings
	$(call verify_compiler,$1) $(VERIFY_FLAGS) $(if $(filter neon,$1),-static) \
	    -I $(dir $(call verify_folder,$2)) -DENCODING=$2 $(if $(VERIFY_DESCRIBED),-DDESCRIBED) $4 -o $$@ \
	    $(addprefix $(VERIFY_HERE)/,$(addsuffix .c,$(VERIFY_OWN))) $(call verify_shared,$1)
endef

# $(call verify_open,NAME): the macro that makes its tables writable; its model knows the prefix. What is
# looked at there are tables, so compiling may be quick.
verify_open = -O1 -DOPEN -D$(shell sed -n 's/^.define MODEL_PREFIX_UPPER //p' \
    $(dir $(call verify_folder,$1))$1_model.h)_VERIFY=1
$(foreach name,$(VERIFY_NAME),$(foreach on,$(VERIFY_ON),\
    $(eval $(call verify_program,$(on),$(name),,))\
    $(eval $(call verify_program,$(on),$(name),-open,$(call verify_open,$(name))))))

# $(call verify_programs,NAME)
verify_programs = $(foreach on,$(VERIFY_ON),$(addprefix $(VERIFY_DIR)/,$1-$(on) $1-$(on)-open))
VERIFY_PROGRAMS := $(foreach name,$(VERIFY_NAME),$(call verify_programs,$(name)))

# What neon does under the emulator; the scalar kernels have been done natively, and so has what shows
# that the sweep can see.
VERIFY_ON_NEON := --where qemu --kernels neon,public

# $(call verify_run,OPTIONS): all programs, whatever the others found, then the table; $$results is
# where they leave their results.
define verify_run
status=0; \
for program in $(VERIFY_PROGRAMS); do \
    complete=; \
    for name in $(VERIFY_COMPLETE); do \
        case $$program in */$$name-*) complete=--complete ;; esac; \
    done; \
    case $$program in \
    *-neon) $(VERIFY_QEMU) $$program $(VERIFY_ON_NEON) $$complete $1 --results $$results \
        --checks proof,sweep,exhaustive ;; \
    *-neon-open) $(VERIFY_QEMU) $$program $(VERIFY_ON_NEON) $1 --results $$results ;; \
    *) $$program $$complete $1 --results $$results ;; \
    esac || status=1; \
done; \
$(firstword $(VERIFY_PROGRAMS)) --table $$results || status=1; \
if [ -n "$(VERIFY_MISSING)" ]; then \
    echo "verify: neon is left out, missing: $(VERIFY_MISSING) (Debian: gcc-aarch64-linux-gnu," \
        "libc6-dev-arm64-cross, qemu-user); VERIFY_NATIVE_ONLY=1 accepts that" >&2; \
    status=1; \
fi; \
exit $$status
endef

verify: $(VERIFY_PROGRAMS) ## check out/ as it stands: all encodings, by proof and by trying
	@results=$(VERIFY_DIR)/quick.$$$$; trap 'rm -f $$results' EXIT; $(call verify_run,)

verify-all: $(VERIFY_PROGRAMS) ## everything on every kernel; resumes where it was stopped
	@results=$(VERIFY_DIR)/full-$(shell cat $(VERIFY_C) $(VERIFY_H) $(foreach name,$(VERIFY_NAME),\
	    $(call verify_from,$(name))) $(VERIFY_DIR)/settings | cksum | tr ' ' -); \
	$(call verify_run,--full --resume)
