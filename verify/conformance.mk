# SPDX-License-Identifier: 0BSD
# The conformance of words: each word of each instruction set against its meaning (gen/kernel/vocabulary.lua).
# Here, unlike in verify.mk, the generator's words and templates are what is checked, not out/.
#
#   conformance             all instruction sets, and a table; native, or under the emulator
#   conformance-NAME        one of them
#   CONFORMANCE_OPTIONS=--planted   faults planted in every word and lane: are they found?
#   CONFORMANCE_ROOT=DIR    takes the words of another copy of the project, DIR/templates/isa/
#   CONFORMANCE_DIR=DIR     builds there
#   CONFORMANCE_EACH=       only one of the lengths that the vectors of some sets may have
#   CONFORMANCE_MACHINE=... what SIMDe may compile for (this processor)
#
# What this processor lacks runs by SIMDe (Debian's libsimde-dev), and so does, besides the emulator,
# what is for another one.

CONFORMANCE_HERE    := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
CONFORMANCE_ROOT    ?= .
CONFORMANCE_DIR     ?= build/verify/conformance
CONFORMANCE_OPTIONS ?=
CONFORMANCE_EACH    ?= 1
CONFORMANCE_FLAGS   ?= -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef \
    -Wstrict-prototypes -Werror -pthread
CONFORMANCE_C       := $(addprefix $(CONFORMANCE_HERE)/,conformance.c report.c work.c)
CONFORMANCE_LUA     := $(wildcard gen/*/*.lua) $(CONFORMANCE_HERE)/conformance.lua
# $(call machine_of,COMPILER): for this processor, without a warning. (clang 19 has one of its own for AVX10.1, which some processors have.)
machine_of = $(shell for flags in -march=native '-march=native -mno-avx10.1-256'; do \
    echo 'int x;' | $1 $$flags -Werror -x c -fsyntax-only - 2>/dev/null && { echo "$$flags"; break; }; done)
ifndef CONFORMANCE_MACHINE
CONFORMANCE_MACHINE := $(call machine_of,$(CC))
endif
LUA                 ?= lua5.4
ifndef ISAS
include $(CONFORMANCE_HERE)/isas.mk
endif

.PHONY: conformance conformance-always $(ISAS:%=conformance-%)

# $(call conformance_machine,NAME): whose it is; _cross: that, if it is another one than this.
conformance_machine = $(strip $(foreach machine,$(ISA_MACHINES),$(if $(filter $1,$(ISAS_$(machine))),$(machine))))
CONFORMANCE_CPU    := $(shell uname -m)
conformance_cross   = $(filter-out $(CONFORMANCE_CPU),$(call conformance_machine,$1))

$(CONFORMANCE_DIR)/%.h: $(CONFORMANCE_LUA) $(wildcard $(CONFORMANCE_ROOT)/templates/*/*.c)
	@mkdir -p $(@D)
	$(LUA) $(CONFORMANCE_HERE)/conformance.lua $* $(CONFORMANCE_ROOT) > $@.new
	mv $@.new $@

# Changes when other compilers are asked for.
CONFORMANCE_SETTINGS := $(CC) $(foreach machine,$(ISA_CROSS),$(ISA_COMPILER_$(machine))) $(CONFORMANCE_FLAGS) $(CONFORMANCE_MACHINE)
$(CONFORMANCE_DIR)/settings: conformance-always
	@mkdir -p $(CONFORMANCE_DIR)
	@echo '$(CONFORMANCE_SETTINGS)' | cmp -s - $@ || echo '$(CONFORMANCE_SETTINGS)' > $@

# $(call conformance_emulated,NAME,MACHINE,OPTIONS): its words on what the emulator stands for: with vectors of each length, where it has
# some; in `make verify` of one.
conformance_emulated = $(foreach cpu,$(if $(and $(filter $1,$(ISA_SCALABLE)),$(CONFORMANCE_EACH)),$(ISA_CPUS_$2),$(or $(firstword $(ISA_CPUS_$2)),$2)),\
    QEMU_CPU=$(cpu) $(ISA_EMULATOR_$2) $(CONFORMANCE_DIR)/$1 --where emulator$(if $(filter $1,$(ISA_SCALABLE)),:$(cpu)) $3 &&)

# $(call isa_tools,MACHINE): the commands by which code for it is compiled and run elsewhere.
isa_tools = $(firstword $(ISA_COMPILER_$1)) $(firstword $(ISA_EMULATOR_$1))

# $(call conformance_program,PROGRAM,NAME,COMPILER,FLAGS,MACHINE if it is another one)
define conformance_program
$(CONFORMANCE_DIR)/$1: $(CONFORMANCE_C) $(CONFORMANCE_DIR)/$2.h $(wildcard $(CONFORMANCE_HERE)/*.h) $(CONFORMANCE_DIR)/settings
	$3 $(filter-out $(ISA_WITHOUT_$5),$(CONFORMANCE_FLAGS)) $4 -DWORDS_OF_SET='"$2.h"' -I $(CONFORMANCE_DIR) -o $$@ $(CONFORMANCE_C)
endef

# $(call conformance_rules,NAME,MACHINE if it is another one)
define conformance_rules
$(if $2,$(call conformance_program,$1,$1,$(ISA_COMPILER_$2),-static,$2),$(call conformance_program,$1,$1,$(CC),))
$(call conformance_program,$1-simde,$1,$(CC),-DSIMDE $(CONFORMANCE_MACHINE) -Wno-psabi -isystem $(CONFORMANCE_HERE)/simde/$(call conformance_machine,$1))

conformance-$1: $(CONFORMANCE_DIR)/$1
	$(if $2,$(call conformance_emulated,$1,$2,$(CONFORMANCE_OPTIONS) $$(if $$(results),--results $$(results))) true,\
	    $$< $(CONFORMANCE_OPTIONS) $$(if $$(results),--results $$(results)))
endef
$(foreach name,$(ISAS),$(eval $(call conformance_rules,$(name),$(call conformance_cross,$(name)))))

# What other processors need here and is not there.
CONFORMANCE_CROSS   := $(foreach name,$(ISAS),$(if $(call conformance_cross,$(name)),$(name)))
CONFORMANCE_MISSING := $(shell for tool in $(foreach machine,$(sort $(foreach name,$(CONFORMANCE_CROSS),\
    $(call conformance_machine,$(name)))),$(call isa_tools,$(machine))); do \
    command -v $$tool >/dev/null || echo $$tool; done; \
    echo '\#include <simde/hedley.h>' | $(CC) -E - >/dev/null 2>&1 || echo libsimde-dev)
CONFORMANCE_MAKE     = $(MAKE) -s -f $(CONFORMANCE_HERE)/conformance.mk CC="$(CC)" CONFORMANCE_DIR="$(CONFORMANCE_DIR)" \
    CONFORMANCE_ROOT="$(CONFORMANCE_ROOT)" CONFORMANCE_FLAGS="$(CONFORMANCE_FLAGS)" CONFORMANCE_MACHINE="$(CONFORMANCE_MACHINE)"

# $(call conformance_one,NAME,OPTIONS): natively, and by SIMDe if the processor lacks it (exit status 3); or under
# the emulator, if there is one, and by SIMDe besides, which has no vectors of a length known at run time only.
define conformance_one
$(if $(filter $1,$(CONFORMANCE_CROSS)),\
    $(if $(filter-out libsimde-dev,$(CONFORMANCE_MISSING)),,\
        $(CONFORMANCE_MAKE) $(CONFORMANCE_DIR)/$1 && \
        $(call conformance_emulated,$1,$(call conformance_machine,$1),$2 --results $$results) true || status=1;)\
    lacking=$(if $(filter $1,$(ISA_SCALABLE)),0,3);,\
    lacking=0; $(CONFORMANCE_MAKE) $(CONFORMANCE_DIR)/$1 && $(CONFORMANCE_DIR)/$1 $2 --results $$results || lacking=$$?;)\
case $$lacking in \
0) ;; \
3) $(if $(filter libsimde-dev,$(CONFORMANCE_MISSING)),status=1,$(CONFORMANCE_MAKE) $(CONFORMANCE_DIR)/$1-simde && \
    $(CONFORMANCE_DIR)/$1-simde --kernels $1 --where SIMDe $2 --results $$results || status=1) ;; \
*) status=1 ;; \
esac;
endef

# $(call conformance_run,OPTIONS): all, whatever the others found; results go to $$results, a fault sets $$status.
conformance_run = $(foreach name,$(ISAS),$(call conformance_one,$(name),$1))

conformance: ## every word of every instruction set against its meaning
	+@results=$(CONFORMANCE_DIR)/results.$$$$; trap 'rm -f $$results' EXIT; status=0; mkdir -p $(CONFORMANCE_DIR); \
	$(call conformance_run,$(CONFORMANCE_OPTIONS)) \
	$(CONFORMANCE_DIR)/$(firstword $(ISAS)) --table $$results || status=1; \
	if [ -n "$(CONFORMANCE_MISSING)" ]; then \
	    echo "conformance: part of it is left out, missing: $(CONFORMANCE_MISSING) ('sh setup.sh' installs it)" >&2; \
	fi; exit $$status
