# SPDX-License-Identifier: 0BSD
# The conformance of words: each word of each instruction set against its meaning (gen/vocabulary.lua).
# Here, unlike in verify.mk, the generator's words and templates are what is checked, not out/.
#
#   conformance             all instruction sets, and a table; native, or under the emulator
#   conformance-NAME        one of them
#   CONFORMANCE_OPTIONS=--planted   faults planted in every word and lane: are they found?
#   CONFORMANCE_ROOT=DIR    takes the words of another copy of the project, DIR/templates/words/
#   CONFORMANCE_DIR=DIR     builds there
#
# What this processor lacks runs by SIMDe (Debian's libsimde-dev), and so does, besides the emulator,
# what is for another one.

CONFORMANCE_HERE    := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
CONFORMANCE_ROOT    ?= .
CONFORMANCE_DIR     ?= build/verify/conformance
CONFORMANCE_OPTIONS ?=
CONFORMANCE_FLAGS   ?= -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef \
    -Wstrict-prototypes -Werror -pthread
CONFORMANCE_C       := $(addprefix $(CONFORMANCE_HERE)/,conformance.c report.c work.c)
CONFORMANCE_LUA     := $(wildcard gen/*.lua) $(CONFORMANCE_HERE)/conformance.lua
LUA                 ?= lua5.4
ifndef ISAS
include $(CONFORMANCE_HERE)/isas.mk
endif

.PHONY: conformance $(ISAS:%=conformance-%)

# $(call conformance_machine,NAME): whose it is; _cross: that, if it is another one than this.
conformance_machine = $(strip $(foreach machine,$(ISA_MACHINES),$(if $(filter $1,$(ISAS_$(machine))),$(machine))))
conformance_cross   = $(filter-out $(shell uname -m),$(call conformance_machine,$1))

$(CONFORMANCE_DIR)/%.h: $(CONFORMANCE_LUA) $(wildcard $(CONFORMANCE_ROOT)/templates/words/*.c $(CONFORMANCE_ROOT)/templates/*.c)
	@mkdir -p $(@D)
	$(LUA) $(CONFORMANCE_HERE)/conformance.lua $* $(CONFORMANCE_ROOT) > $@.new
	mv $@.new $@

# $(call conformance_program,PROGRAM,NAME,COMPILER,FLAGS)
define conformance_program
$(CONFORMANCE_DIR)/$1: $(CONFORMANCE_C) $(CONFORMANCE_DIR)/$2.h $(wildcard $(CONFORMANCE_HERE)/*.h)
	$3 $(CONFORMANCE_FLAGS) $4 -DWORDS='"$2.h"' -I $(CONFORMANCE_DIR) -o $$@ $(CONFORMANCE_C)
endef

# $(call conformance_rules,NAME,MACHINE if it is another one)
define conformance_rules
$(if $2,$(call conformance_program,$1,$1,$(ISA_COMPILER_$2),-static),$(call conformance_program,$1,$1,$(CC),))
$(call conformance_program,$1-simde,$1,$(CC),-DSIMDE -isystem $(CONFORMANCE_HERE)/simde/$(call conformance_machine,$1))

conformance-$1: $(CONFORMANCE_DIR)/$1
	$(if $2,$(ISA_EMULATOR_$2) $$< --where emulator,$$<) $(CONFORMANCE_OPTIONS) $$(if $$(results),--results $$(results))
endef
$(foreach name,$(ISAS),$(eval $(call conformance_rules,$(name),$(call conformance_cross,$(name)))))

# $(call conformance_run,OPTIONS): all, whatever the others found; results go to $$results, a fault sets
# $$status. Where the processor lacks a set (exit status 3), and for other processors besides the emulator, SIMDe's.
CONFORMANCE_CROSS    := $(foreach name,$(ISAS),$(if $(call conformance_cross,$(name)),$(name)))
CONFORMANCE_PROGRAMS := $(ISAS:%=$(CONFORMANCE_DIR)/%)
define conformance_run
$(foreach name,$(ISAS),\
$(if $(filter $(name),$(CONFORMANCE_CROSS)),\
    $(ISA_EMULATOR_$(call conformance_machine,$(name))) $(CONFORMANCE_DIR)/$(name) --where emulator,$(CONFORMANCE_DIR)/$(name)) \
    $1 --results $$results || { [ $$? = 3 ] && $(MAKE) -s $(CONFORMANCE_DIR)/$(name)-simde && \
    $(CONFORMANCE_DIR)/$(name)-simde --where SIMDe $1 --results $$results; } || status=1;)
endef

conformance: $(CONFORMANCE_PROGRAMS) ## every word of every instruction set against its meaning
	@results=$(CONFORMANCE_DIR)/results.$$$$; trap 'rm -f $$results' EXIT; status=0; \
	$(call conformance_run,$(CONFORMANCE_OPTIONS)) \
	$(firstword $(CONFORMANCE_PROGRAMS)) --table $$results || status=1; exit $$status
