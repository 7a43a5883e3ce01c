# SPDX-License-Identifier: 0BSD
# How verify/ is built and run. The top Makefile includes this; `make -f verify/verify.mk verify`
# works as well. It checks OUT as it stands: nothing here knows how out/ is made, so neither the
# timestamps of a clone nor an edit can set the generator off.
#
#   verify            quick: UTF-8 complete on all kernels, then the other encodings compared
#   verify-utf8       the first half of that
#   verify-catalogue  the second: all encodings and a reference by hand (catalogue.c)
#   verify-all        UTF-8 with everything; goes on where it was stopped, as long as no source
#                     changes
#   VERIFY_NATIVE_ONLY=1   leaves out NEON under qemu
#   VERIFY_OUT=DIR         checks another folder, a vendored copy, say

VERIFY_OUT   ?= out/utf8
VERIFY_NAME  := utf8
VERIFY_DIR   := build/verify
VERIFY_CROSS ?= aarch64-linux-gnu-gcc
VERIFY_QEMU  ?= qemu-aarch64
VERIFY_C     := $(filter-out verify/catalogue.c,$(sort $(wildcard verify/*.c)))
VERIFY_FROM  := $(VERIFY_C) $(wildcard verify/*.h) $(wildcard $(VERIFY_OUT)/$(VERIFY_NAME)*.[ch])
VERIFY_STRICT := -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef \
    -Wstrict-prototypes -Werror
VERIFY_FLAGS := $(VERIFY_STRICT) -pthread -I $(VERIFY_OUT) -DENCODING=utf8 -DPREFIX=UTF8
VERIFY_OPEN  := -DOPEN -DUTF8_VERIFY=1

VERIFY_NATIVE := $(VERIFY_DIR)/native $(VERIFY_DIR)/native-open
VERIFY_NEON   := $(VERIFY_DIR)/neon $(VERIFY_DIR)/neon-open

.PHONY: verify verify-utf8 verify-catalogue verify-all verify-always

# Changes when other compilers or another folder are asked for, so that programs are made anew.
$(VERIFY_DIR)/settings: verify-always
	@mkdir -p $(VERIFY_DIR)
	@echo '$(CC) $(VERIFY_CROSS) $(VERIFY_FLAGS)' | cmp -s - $@ || \
	    echo '$(CC) $(VERIFY_CROSS) $(VERIFY_FLAGS)' > $@

$(VERIFY_NATIVE) $(VERIFY_NEON): $(VERIFY_FROM) $(VERIFY_DIR)/settings

$(VERIFY_DIR)/native:
	$(CC) $(VERIFY_FLAGS) -o $@ $(VERIFY_C)

$(VERIFY_DIR)/native-open:
	$(CC) $(VERIFY_FLAGS) $(VERIFY_OPEN) -o $@ $(VERIFY_C)

$(VERIFY_DIR)/neon:
	$(VERIFY_CROSS) $(VERIFY_FLAGS) -static -o $@ $(VERIFY_C)

$(VERIFY_DIR)/neon-open:
	$(VERIFY_CROSS) $(VERIFY_FLAGS) $(VERIFY_OPEN) -static -o $@ $(VERIFY_C)

# Neon runs natively on aarch64; elsewhere it needs the cross compiler and the emulator.
ifeq ($(shell uname -m),aarch64)
VERIFY_MISSING :=
VERIFY_PROGRAMS := $(VERIFY_NATIVE)
else
VERIFY_MISSING := $(shell for tool in $(VERIFY_CROSS) $(VERIFY_QEMU); do \
    command -v $$tool >/dev/null || echo $$tool; done)
VERIFY_PROGRAMS := $(VERIFY_NATIVE) $(if $(VERIFY_MISSING),,$(VERIFY_NEON))
endif

# What neon does under the emulator; the scalar kernels have been done natively.
VERIFY_ON_NEON := --where qemu --kernels neon,public

# $(call verify_run,OPTIONS): all programs, whatever the others found, then the table; $$results is
# where they leave their results.
define verify_run
status=0; \
for program in $(VERIFY_PROGRAMS); do \
    case $$program in \
    */neon) $(VERIFY_QEMU) $$program $(VERIFY_ON_NEON) $1 --results $$results \
        --checks proof,sweep,exhaustive,defects ;; \
    */neon-open) $(VERIFY_QEMU) $$program $(VERIFY_ON_NEON) $1 --results $$results ;; \
    *) $$program $1 --results $$results ;; \
    esac || status=1; \
done; \
$(VERIFY_DIR)/native --table $$results || status=1; \
if [ -n "$(VERIFY_MISSING)" ]; then \
    echo "verify: neon is left out, missing: $(VERIFY_MISSING) (Debian: gcc-aarch64-linux-gnu," \
        "libc6-dev-arm64-cross, qemu-user); VERIFY_NATIVE_ONLY=1 accepts that" >&2; \
    [ "$(VERIFY_NATIVE_ONLY)" = 1 ] || status=1; \
fi; \
exit $$status
endef

# Both halves, whatever the first one found; the sum of their results comes last.
verify: ## check out/ as it stands: UTF-8 exhaustively and by proof, the others compared
	+@sh tests/run.sh '$(MAKE) -f verify/verify.mk verify-utf8' \
	    '$(MAKE) -f verify/verify.mk verify-catalogue'

verify-utf8: $(VERIFY_PROGRAMS)
	@results=$(VERIFY_DIR)/quick.$$$$; trap 'rm -f $$results' EXIT; $(call verify_run,)

verify-all: $(VERIFY_PROGRAMS) ## UTF-8 with the full sweep; resumes where it was stopped
	@results=$(VERIFY_DIR)/full-$(shell cat $(VERIFY_FROM) $(VERIFY_DIR)/settings | cksum | tr ' ' -); \
	$(call verify_run,--full --resume)

# ---- The other encodings ----

# The catalogue stands here in full, so that one that out/ lacks is noticed.
CATALOGUE     := utf8 utf8nonul utf8generalized wtf8 cesu8 cesu8lax mutf8 mutf8paired mutf8lenient \
    fssutf xml10 assignables utf8interchange mqttstrict yaml12 toml10
CATALOGUE_OUT ?= out
CATALOGUE_DIR := $(VERIFY_DIR)/catalogue
CATALOGUE_ON  := $(if $(filter %/neon,$(VERIFY_PROGRAMS)),native neon,native)

# $(call catalogue_from,NAME): what NAME's programs are made of.
catalogue_from = $(CATALOGUE_OUT)/$1/$1.c $(CATALOGUE_OUT)/$1/$1.h verify/catalogue.c \
    $(VERIFY_DIR)/settings

define catalogue_rules
$(CATALOGUE_DIR)/$1-native: $(call catalogue_from,$1)
	@mkdir -p $(CATALOGUE_DIR)
	$(CC) $(VERIFY_STRICT) -I $(CATALOGUE_OUT)/$1 -DENCODING=$1 -o $$@ $$(filter %.c,$$^)

$(CATALOGUE_DIR)/$1-neon: $(call catalogue_from,$1)
	@mkdir -p $(CATALOGUE_DIR)
	$(VERIFY_CROSS) $(VERIFY_STRICT) -static -I $(CATALOGUE_OUT)/$1 -DENCODING=$1 -o $$@ \
	    $$(filter %.c,$$^)
endef
$(foreach name,$(CATALOGUE),$(eval $(call catalogue_rules,$(name))))

CATALOGUE_PROGRAMS := $(foreach on,$(CATALOGUE_ON),$(addprefix $(CATALOGUE_DIR)/,\
    $(addsuffix -$(on),$(CATALOGUE))))

# Each program ends its last line with what passed and failed; one that ended before has failed.
verify-catalogue: $(CATALOGUE_PROGRAMS) ## compare the kernels of all encodings with a reference
	@$(CATALOGUE_DIR)/utf8-native --opening; \
	[ -z "$(VERIFY_MISSING)" ] || echo "  neon is left out, missing: $(VERIFY_MISSING)"; \
	for program in $(CATALOGUE_PROGRAMS); do \
	    case $$program in \
	    *-neon) $(VERIFY_QEMU) $$program --small --kernels neon ;; \
	    *) $$program ;; \
	    esac; \
	    [ $$? -le 1 ] || echo "  $$program broke off: 0 passed, 1 failed"; \
	done | awk '{ print; fflush() } \
	    / passed, [0-9]+ failed$$/ { passed += $$(NF - 3); failed += $$(NF - 1) } \
	    END { print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 || passed == 0 }'
