# SPDX-License-Identifier: 0BSD
# How verify/ is built and run. The top Makefile includes this; `make -f verify/verify.mk verify`
# works as well. It checks OUT as it stands: nothing here knows how out/ is made, so neither the
# timestamps of a clone nor an edit can set the generator off.
#
#   verify      quick: UTF-8 complete on all kernels
#   verify-all  everything; goes on where it was stopped, as long as no source changes
#   VERIFY_NATIVE_ONLY=1   leaves out NEON under qemu
#   VERIFY_OUT=DIR         checks another folder, a vendored copy, say

VERIFY_OUT   ?= out/utf8
VERIFY_NAME  := utf8
VERIFY_DIR   := build/verify
VERIFY_CROSS ?= aarch64-linux-gnu-gcc
VERIFY_QEMU  ?= qemu-aarch64
VERIFY_C     := $(sort $(wildcard verify/*.c))
VERIFY_FROM  := $(VERIFY_C) $(wildcard verify/*.h) $(wildcard $(VERIFY_OUT)/$(VERIFY_NAME)*.[ch])
VERIFY_FLAGS := -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef \
    -Wstrict-prototypes -Werror -pthread -I $(VERIFY_OUT) -DENCODING=utf8 -DPREFIX=UTF8
VERIFY_OPEN  := -DOPEN -DUTF8_VERIFY=1

VERIFY_NATIVE := $(VERIFY_DIR)/native $(VERIFY_DIR)/native-open
VERIFY_NEON   := $(VERIFY_DIR)/neon $(VERIFY_DIR)/neon-open

.PHONY: verify verify-all verify-always

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

verify: $(VERIFY_PROGRAMS) ## check out/ as it stands, exhaustively and by proof
	@results=$(VERIFY_DIR)/quick.$$$$; trap 'rm -f $$results' EXIT; $(call verify_run,)

verify-all: $(VERIFY_PROGRAMS) ## the same with the full sweep; resumes where it was stopped
	@results=$(VERIFY_DIR)/full-$(shell cat $(VERIFY_FROM) $(VERIFY_DIR)/settings | cksum | tr ' ' -); \
	$(call verify_run,--full --resume)
