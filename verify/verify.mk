# SPDX-License-Identifier: 0BSD
# How verify/ is built and run. The top Makefile includes this; `make -f verify/verify.mk verify`
# works as well. It checks out/ as it stands: nothing here makes out/, so neither the timestamps of a
# clone nor an edit can change it. What the generator claims of it, NAME_model.h, is made anew whenever the
# generator changes. Only NAME-plain is compiled from the generator's own text, which differs from that of out/
# in the words (tests/gen/words_test.lua): it speaks for out/ as long as `u8gen check` does.
#
#   verify       quick: proof, sweep, mutation and short texts of all encodings on all kernels
#   verify-all   everything on every kernel; goes on where it was stopped, as long as no source
#                changes
#   VERIFY_NATIVE_ONLY=1   only what this processor has: nothing by plain words, SIMDe or an emulator
#   VERIFY_NAME="a b"      only these encodings, and no pairs between two
#   VERIFY_PAIRS="a_to_b"  only these pairs
#   VERIFY_OUT=DIR         checks another folder, a vendored copy, say: DIR/NAME.c and its
#                          companions, or DIR/NAME/NAME.c; not with words in plain C, which the
#                          generator makes for out/
#   VERIFY_MODEL=DIR       where NAME_model.h is made if none is beside NAME.c
#   VERIFY_DESCRIBED=1     the reference is what the spec says (NAME_model.h), not the one by hand
#   VERIFY_MACHINE=...     what SIMDe may compile for (this processor)
#   VERIFY_OBJECTS=DIR     objects that know no encoding: those of another run, one that is not under way
#
# For each encoding there are the programs
#
#   NAME-native       as a user compiles it, pairs between two encodings, too; NAME-native-open the same with tables that can be written to
#   NAME-plain        the vector kernels of all processors, with words in plain C, and tables that can be
#                     written to
#   NAME-simde-CPU    those of another processor (or, on demand, what this one lacks), by SIMDe
#   NAME-cross-CPU    as a user compiles it for that processor, run under an emulator

# The catalogue stands here in full, so that one that out/ lacks is noticed.
VERIFY_NAME  ?= utf8 utf8nonul utf8generalized wtf8 cesu8 cesu8lax mutf8 mutf8android mutf8paired \
    mutf8lenient fssutf xml10 assignables utf8interchange mqttstrict yaml12 toml10
# Pairs between two encodings: of what both write alike the automaton and the windows are shown, as the
# spec of it says (NAME_model.h), and what they convert. gen/common/pairs.lua lists them.
PAIRS        ?= $(shell sed -n 's/^  "\([a-z0-9-]*:[a-z0-9-]*\)",$$/\1/p' gen/common/pairs.lua)
VERIFY_PAIRS ?= $(if $(filter file,$(origin VERIFY_NAME)),$(subst -,,$(subst :,_to_,$(PAIRS))))
VERIFY_OUT   ?= out
VERIFY_DIR   ?= build/verify
VERIFY_MODEL ?= build/model
VERIFY_OBJECTS ?= $(VERIFY_DIR)/objects
VERIFY_HERE  := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
VERIFY_C     := $(sort $(filter-out %/conformance.c,$(wildcard $(VERIFY_HERE)/*.c)))
VERIFY_H     := $(wildcard $(VERIFY_HERE)/*.h $(VERIFY_HERE)/simde/*/*.h $(VERIFY_HERE)/wasi/*.h $(VERIFY_HERE)/wasi/*/*.h)
VERIFY_FLAGS := -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef \
    -Wstrict-prototypes -Werror -pthread
# The only sources that differ from one encoding to the next; all others are compiled once.
VERIFY_OWN   := subject reference
VERIFY_DESCRIBED ?=
# Every text of four bytes goes to the kernel that dispatch chooses by call.
VERIFY_COMPLETE := utf8
# Flags of the compiler besides, for encodings' own files.
VERIFY_SUBJECT ?=
# Where the whole catalogue is looked at, a sample of the sweep and of lanes is for all others, and verify-all takes their
# texts of four bytes briefly: the code around tables is the same. One that is asked for by its name has all.
VERIFY_SAMPLED ?= $(if $(filter file,$(origin VERIFY_NAME)),$(filter-out $(VERIFY_COMPLETE),$(VERIFY_NAME)))
# $(call verify_how_much,NAME,OPTIONS)
verify_how_much = $(if $(filter $(VERIFY_SAMPLED),$1),$(if $(findstring --full,$2),--brief,--sample))

.PHONY: verify verify-all verify-always models

# $(call verify_folder,NAME): where its files are.
verify_folder = $(firstword $(wildcard $(VERIFY_OUT)/$1/$1.c) $(VERIFY_OUT)/$1.c)
# $(call verify_model,NAME): what the generator claims of it; $(call verify_from,NAME): with the pair.
verify_model  = $(firstword $(wildcard $(dir $(call verify_folder,$1))$1_model.h) $(VERIFY_MODEL)/$1_model.h)
verify_from   = $(sort $(wildcard $(dir $(call verify_folder,$1))$1*.[ch]) $(call verify_model,$1))
# Of which spec, and to which other one: utf-8 --to cesu-8 for utf8_to_cesu8.
verify_spec   = $(strip $(foreach spec,$(basename $(notdir $(wildcard gen/specs/*.lua))),$(if $(filter $1,$(subst .,,$(subst -,,$(spec)))),$(spec))) \
    $(foreach pair,$(PAIRS),$(if $(filter $1,$(subst -,,$(subst :,_to_,$(pair)))),$(subst :, --to ,$(pair)))))
$(VERIFY_MODEL)/%_model.h: u8gen VERSION $(wildcard templates/*/model.h gen/*.lua gen/*/*.lua)
	./u8gen gen $(call verify_spec,$*) --model $(@D) >/dev/null

models: $(foreach name,$(VERIFY_NAME) $(VERIFY_PAIRS),$(VERIFY_MODEL)/$(name)_model.h) ## what the generator claims of out/, for verify/

include $(VERIFY_HERE)/isas.mk
include $(VERIFY_HERE)/conformance.mk
VERIFY_MACHINE ?= $(CONFORMANCE_MACHINE)
VERIFY_CPU     := $(CONFORMANCE_CPU)
LUA            ?= lua5.4

# Other processors; what their programs need that is not there.
ifeq ($(VERIFY_NATIVE_ONLY),1)
VERIFY_OTHERS  :=
VERIFY_PLAINS  :=
VERIFY_MISSING :=
else
VERIFY_OTHERS  := $(filter-out $(VERIFY_CPU),$(ISA_MACHINES))
VERIFY_PLAINS  := $(if $(filter out,$(VERIFY_OUT)),plain)
VERIFY_MISSING := $(shell for tool in $(LUA) $(foreach cpu,$(filter $(VERIFY_OTHERS),$(ISA_CROSS)),\
    $(call isa_tools,$(cpu))); do command -v $$tool >/dev/null || echo $$tool; done; \
    echo '\#include <simde/hedley.h>' | $(CC) -E - >/dev/null 2>&1 || echo libsimde-dev)
endif
VERIFY_SIMDES  := $(if $(filter libsimde-dev,$(VERIFY_MISSING)),,$(foreach cpu,$(VERIFY_OTHERS),\
    $(if $(filter-out $(ISA_SCALABLE),$(ISAS_$(cpu))),$(cpu))))
# Those that run under an emulator; those of them that SIMDe runs, too, do so for each encoding, the others quickly for one only.
VERIFY_CROSSES := $(foreach cpu,$(filter $(VERIFY_OTHERS),$(ISA_CROSS)),\
    $(if $(filter $(call isa_tools,$(cpu)),$(VERIFY_MISSING)),,$(cpu)))

# Changes when other compilers or another folder are asked for, so that programs are made anew.
VERIFY_SETTINGS := $(CC) $(foreach cpu,$(VERIFY_CROSSES),$(ISA_COMPILER_$(cpu))) $(VERIFY_FLAGS) \
    $(VERIFY_MACHINE) $(VERIFY_OUT) $(VERIFY_DESCRIBED)
$(VERIFY_DIR)/settings: verify-always
	@mkdir -p $(@D)
	@echo '$(VERIFY_SETTINGS)' | cmp -s - $@ || echo '$(VERIFY_SETTINGS)' > $@

# $(call verify_shared,HOST): objects that know no encoding; HOST is native, or another processor.
verify_shared = $(patsubst %,$(VERIFY_OBJECTS)/$1/%.o,$(filter-out $(VERIFY_OWN),$(basename $(notdir $(VERIFY_C)))))
# $(call verify_compiler,HOST): with the flags.
verify_compiler = $(if $(filter native,$1),$(CC),$(ISA_COMPILER_$1)) $(filter-out $(ISA_WITHOUT_$1),$(VERIFY_FLAGS))

define verify_shared_rules
$(VERIFY_OBJECTS)/$1/settings: verify-always
	@mkdir -p $$(@D)
	@echo '$(call verify_compiler,$1)' | cmp -s - $$@ || echo '$(call verify_compiler,$1)' > $$@

$(VERIFY_OBJECTS)/$1/%.o: $(VERIFY_HERE)/%.c $(VERIFY_H) $(VERIFY_OBJECTS)/$1/settings
	$(call verify_compiler,$1) -c -o $$@ $$<
endef
$(foreach host,native $(VERIFY_CROSSES),$(eval $(call verify_shared_rules,$(host))))

# $(call verify_reference,HOST,NAME): the object of an encoding's reference, which all its programs share. The one by hand has all
# encodings; a spec, and a pair, has one of its own.
verify_described = $(VERIFY_DESCRIBED)$(filter $1,$(VERIFY_PAIRS))
verify_reference = $(if $(call verify_described,$2),$(VERIFY_DIR)/objects/$1/$2,$(VERIFY_OBJECTS)/$1/by_hand)/reference.o
define verify_by_hand
$(VERIFY_OBJECTS)/$1/by_hand/reference.o: $(VERIFY_HERE)/reference.c $(VERIFY_H) $(VERIFY_OBJECTS)/$1/settings
	@mkdir -p $$(@D)
	$(call verify_compiler,$1) -c -o $$@ $$<
endef
$(foreach host,native $(VERIFY_CROSSES),$(eval $(call verify_by_hand,$(host))))

define verify_own_reference
$(VERIFY_DIR)/objects/$1/$2/reference.o: $(VERIFY_HERE)/reference.c $(call verify_from,$2) $(VERIFY_H) \
    $(VERIFY_DIR)/settings
	@mkdir -p $$(@D)
	$(call verify_compiler,$1) $(call verify_here,$2) -DENCODING=$2 -DDESCRIBED -c -o $$@ $$<
endef

# $(call verify_program,NAME,SUFFIX,HOST,FLAGS,FROM,COMPILER): DIR/NAME-SUFFIX, of the files FROM, by another compiler of HOST's where one is given.
define verify_program
$(VERIFY_DIR)/$1-$2: $(VERIFY_HERE)/subject.c $5 $(call verify_reference,$3,$1) $(call verify_shared,$3) \
    $(VERIFY_H) $(VERIFY_DIR)/settings
	$(if $6,$6 $(VERIFY_FLAGS),$(call verify_compiler,$3)) $(if $(filter-out native,$3),-static) $4 $(VERIFY_SUBJECT) -DENCODING=$1 -o $$@ \
	    $(VERIFY_HERE)/subject.c $(call verify_reference,$3,$1) $(call verify_shared,$3)
endef

# What its macros begin with; the model knows it, and is asked once. It is there when a program is made, not before: hence the $$.
verify_prefix = $(or $(VERIFY_PREFIX_$1),$(eval VERIFY_PREFIX_$1 := $(shell sed -n 's/^.define MODEL_PREFIX_UPPER //p' \
    $(call verify_model,$1)))$(VERIFY_PREFIX_$1))
# Tables that can be written to. (Natively nothing else is looked at in such a program, so compiling may be quick.)
verify_open = -DOPEN -D$$(call verify_prefix,$1)_VERIFY=1
verify_here  = -I $(dir $(call verify_folder,$1)) -I $(VERIFY_MODEL)
# The same files with words in plain C, by the generator: for what it has made, here; of kernels that are the same then, one. Compiling
# takes as long as running, and of what is run most is loops over lanes: where riscv64's compiler is there, a clang that is newer than what makes all else, it makes these
# programs, in two thirds of the time. (gcc's search for three instructions that make one takes half of its time and finds nothing.)
VERIFY_WORDS ?= $(LUA) verify/plain_words.lua --once
VERIFY_PLAIN_CC ?= $(if $(filter riscv64,$(VERIFY_CROSSES)),$(firstword $(ISA_COMPILER_riscv64)),$(CC))
VERIFY_COMBINED := $(shell echo 'int x;' | $(VERIFY_PLAIN_CC) --param max-combine-insns=2 -Werror -x c -fsyntax-only - 2>/dev/null && echo --param max-combine-insns=2)
ifndef VERIFY_PLAIN_MACHINE
VERIFY_PLAIN_MACHINE := $(call machine_of,$(VERIFY_PLAIN_CC))
endif
verify_plain = -DPLAIN -O1 -ftree-vectorize $(VERIFY_COMBINED) $(VERIFY_PLAIN_MACHINE) -I $(VERIFY_DIR)/plain/$1 $(call verify_open,$1)
define verify_plain_rule
$(VERIFY_DIR)/plain/$1/$1.c: $(call verify_from,$1) $(wildcard templates/isa/plain.c) $(VERIFY_DIR)/settings
	@mkdir -p $$(@D)
	$(VERIFY_WORDS) $1 $$(@D)
endef
# $(call verify_quickly,NAME): for what is compiled for another processor where it runs for a moment only.
verify_quickly = $(if $(filter $(VERIFY_SAMPLED),$1),-O1)
# Compiled as if for another processor; a vector as wide as none of this one is no matter, one without a size is left out.
verify_simde = -DSIMDE $(call verify_quickly,$1) $(VERIFY_MACHINE) -Wno-psabi -isystem $(VERIFY_HERE)/simde/$2 $(call verify_here,$1) \
    $(ISA_SCALABLE_UPPER:%=-D$$(call verify_prefix,$1)_NO_%)

define verify_rules
$(call verify_program,$1,native,native,$(call verify_here,$1),$(call verify_from,$1))

$(call verify_program,$1,native-open,native,$(call verify_here,$1) -O1 $(call verify_open,$1),$(call verify_from,$1))

$(call verify_plain_rule,$1)

$(call verify_program,$1,plain,native,$(call verify_plain,$1),$(VERIFY_DIR)/plain/$1/$1.c,$(VERIFY_PLAIN_CC))

$(if $(call verify_described,$1),$(call verify_own_reference,native,$1))
endef
$(foreach name,$(VERIFY_NAME),$(eval $(call verify_rules,$(name)))\
    $(foreach cpu,$(ISA_MACHINES),\
        $(eval $(call verify_program,$(name),simde-$(cpu),native,$(call verify_simde,$(name),$(cpu)),$(call verify_from,$(name)))))\
    $(foreach cpu,$(VERIFY_CROSSES),$(if $(call verify_described,$(name)),$(eval $(call verify_own_reference,$(cpu),$(name))))\
        $(eval $(call verify_program,$(name),cross-$(cpu),$(cpu),$(call verify_here,$(name)) $(call verify_quickly,$(name)),$(call verify_from,$(name))))))

$(foreach name,$(VERIFY_PAIRS),$(eval $(call verify_own_reference,native,$(name)))$(eval \
    $(call verify_program,$(name),native,native,$(call verify_here,$(name)),$(call verify_from,$(name)))))

# $(call verify_crosses,NAME,OPTIONS): the processors that are emulated for it.
verify_crosses = $(if $(findstring --full,$2),$(VERIFY_CROSSES),$(filter $(if $(filter $(VERIFY_SAMPLED),$1),$(VERIFY_SIMDES),%),$(VERIFY_CROSSES)))

# $(call verify_simdes,NAME,OPTIONS): the processors that SIMDe stands for; where there is a sample only, none whose own code runs as quickly.
verify_simdes = $(filter-out $(if $(findstring --full,$2),,$(if $(filter $(VERIFY_SAMPLED),$1),$(filter $(ISA_QUICK),$(VERIFY_CROSSES)))),$(VERIFY_SIMDES))

# $(call verify_programs,NAME): what is always made. Mutation is of tables, which are the same whatever the words.
verify_programs = $(addprefix $(VERIFY_DIR)/$1-,native $(if $(VERIFY_PLAINS),plain,native-open) \
    $(addprefix simde-,$(call verify_simdes,$1)) $(addprefix cross-,$(call verify_crosses,$1)))
VERIFY_PROGRAMS := $(foreach name,$(VERIFY_NAME),$(call verify_programs,$(name)))

.PHONY: $(VERIFY_NAME:%=verify-programs-%)
define verify_programs_rule
verify-programs-$1: $(call verify_programs,$1)
endef
$(foreach name,$(VERIFY_NAME),$(eval $(call verify_programs_rule,$(name))))

empty :=
comma := ,
# $(call verify_list,NAME...): parted by commas.
verify_list = $(subst $(empty) $(empty),$(comma),$(strip $1))

# $(call verify_emulated,NAME,MACHINE,OPTIONS): what its kernels do under the emulator; all else has been done natively. Vectors whose length
# is known at run time only have each length that the emulator has.
define verify_emulated
$(call verify_make,$(VERIFY_DIR)/$1-cross-$2,$1) || exit 1; \
QEMU_CPU=$(firstword $(ISA_CPUS_$2)) $(ISA_EMULATOR_$2) $(VERIFY_DIR)/$1-cross-$2 --where emulator --kernels $(call verify_list,$(ISAS_$2)) \
    --checks $(if $(filter $(VERIFY_COMPLETE),$1)$(findstring --full,$3)$(filter $(ISA_QUICK),$2),proof$(comma)exhaustive$(comma))sweep$(comma)units $3 || status=1; \
$(foreach cpu,$(wordlist 2,$(words $(ISA_CPUS_$2)),$(ISA_CPUS_$2)),$(if $(filter $(VERIFY_COMPLETE),$1)$(findstring --full,$3),\
    QEMU_CPU=$(cpu) $(ISA_EMULATOR_$2) $(VERIFY_DIR)/$1-cross-$2 --where emulator:$(cpu) \
        --kernels $(call verify_list,$(filter $(ISAS_$2),$(ISA_SCALABLE))) \
        --checks $(if $(findstring --full,$3),proof$(comma))sweep --sample $(filter-out --full --brief,$3) || status=1;))
endef

# $(call verify_make,TARGETS,NAMES,PAIRS): by a make that reads rules for these only.
verify_make = $(MAKE) -s -f $(VERIFY_HERE)/verify.mk $(VERIFY_PASSED) VERIFY_NAME="$2" VERIFY_PAIRS="$3" $1

# $(call verify_logic,NAME): a fault if some vector kernel that its model has was not run with words in plain C.
verify_logic = for isa in $$(sed -n 's/^.define MODEL_\([A-Z0-9]*\) 1$$/\1/p' \
    $(call verify_model,$1) | tr A-Z a-z); do \
    case " $(ISAS) " in *" $$isa "*) grep -q "^$1	$$isa	[^	]*	logic	" $$results || \
        { echo "verify: $1 $$isa has no result with words in plain C" >&2; status=1; } ;; esac; done

# $(call verify_twins,NAME): what words in plain C have shown of a kernel is shown of those that are the same with them.
verify_twins = while read -r twin one; do \
    echo "$1 $$twin: with words in plain C it is $$one, but for names"; \
    awk -F '\t' -v OFS='\t' -v one=$$one -v twin=$$twin '$$1 == "$1" && $$2 == one && $$4 == "logic" { $$2 = twin; print }' \
        $$results >$$results.twins; \
    cat $$results.twins >>$$results; rm $$results.twins; done <$(VERIFY_DIR)/plain/$1/twins

# Waits for the programs of the first name of $$rest, takes it away, and begins to make those of the next one.
verify_build = wait $$building || exit 1; \
set -- $$rest; shift; rest=$$*; \
if [ -n "$$rest" ]; then $(call verify_make,verify-programs-$$1,$$1) & building=$$!; fi;

# $(call verify_others,NAME,OPTIONS): the programs of one encoding but the native one. Where the processor lacks a kernel that has
# vectors, SIMDe's is run.
define verify_others
$(if $(VERIFY_PLAINS),\
    $(VERIFY_DIR)/$1-plain $2 --results $$results || status=1; \
    $(call verify_twins,$1); \
    $(call verify_logic,$1); \
    lacking=$$($(VERIFY_DIR)/$1-native --lacking | xargs | tr ' ' $(comma)); \
    if [ -n "$$lacking" ]; then \
        $(call verify_make,$(VERIFY_DIR)/$1-simde-$(VERIFY_CPU),$1) && \
        $(VERIFY_DIR)/$1-simde-$(VERIFY_CPU) --kernels $$lacking $(if $(filter $(VERIFY_COMPLETE),$1),--complete) \
            $2 --results $$results || status=1; \
    fi;) \
$(if $(VERIFY_PLAINS),$(if $(findstring --full,$2),$(call verify_make,$(VERIFY_DIR)/$1-native-open,$1) || exit 1;)) \
$(if $(and $(VERIFY_PLAINS),$(if $(findstring --full,$2),,quick)),,$(VERIFY_DIR)/$1-native-open $2 --results $$results || status=1;) \
$(foreach cpu,$(call verify_simdes,$1,$2),$(VERIFY_DIR)/$1-simde-$(cpu) $(if $(filter $(VERIFY_COMPLETE),$1),--complete) \
    $2 --results $$results || status=1;) \
$(foreach cpu,$(call verify_crosses,$1,$2),$(call verify_emulated,$1,$(cpu),$2 --results $$results))
endef

# $(call verify_name,NAME,OPTIONS): the programs of one encoding, whatever the others find; those of the next one are
# compiled meanwhile, since not all that they do takes every core. For the same reason the native program and the others run
# side by side, where they take minutes only; what these say is shown behind it.
define verify_name
$(verify_build) \
$(if $(findstring --full,$2),,{ status=0; $(call verify_others,$1,$2) exit $$status; } >$(VERIFY_DIR)/others.$$$$ 2>&1 & others=$$!;) \
$(VERIFY_DIR)/$1-native $(if $(filter $(VERIFY_COMPLETE),$1),--complete) $2 --results $$results || status=1; \
$(if $(findstring --full,$2),$(call verify_others,$1,$2),wait $$others || status=1; cat $(VERIFY_DIR)/others.$$$$;)
endef

# The pairs between two encodings, natively: their kernels' words are looked at elsewhere.
verify_pairs = $(if $(VERIFY_PAIRS),$(call verify_make,$(VERIFY_PAIRS:%=$(VERIFY_DIR)/%-native),,$(VERIFY_PAIRS)) || exit 1; \
    $(foreach name,$(VERIFY_PAIRS),$(VERIFY_DIR)/$(name)-native $1 --results $$results || status=1;))

verify_table = $(VERIFY_DIR)/$(firstword $(VERIFY_NAME))-native --table $$results || status=1;

# $(call verify_run,OPTIONS): all, then the table; $$results is where they leave their results, $$sampled the names whose programs are
# built for a sample.
VERIFY_PASSED = VERIFY_SAMPLED="$$sampled" VERIFY_OUT="$(VERIFY_OUT)" VERIFY_MODEL="$(VERIFY_MODEL)" VERIFY_DIR="$(VERIFY_DIR)" \
    VERIFY_OBJECTS="$(VERIFY_OBJECTS)" VERIFY_DESCRIBED="$(VERIFY_DESCRIBED)" VERIFY_NATIVE_ONLY="$(VERIFY_NATIVE_ONLY)" \
    VERIFY_MACHINE="$(VERIFY_MACHINE)" CONFORMANCE_MACHINE="$(CONFORMANCE_MACHINE)" VERIFY_PLAIN_MACHINE="$(VERIFY_PLAIN_MACHINE)" \
    VERIFY_WORDS="$(VERIFY_WORDS)" CC="$(CC)" LUA="$(LUA)"
define verify_run
status=0; rest="$(VERIFY_NAME)"; sampled="$(if $(findstring --full,$1),,$(VERIFY_SAMPLED))"; \
$(call verify_make,verify-programs-$(firstword $(VERIFY_NAME)),$(firstword $(VERIFY_NAME))) & building=$$!; \
$(foreach name,$(VERIFY_NAME),$(call verify_name,$(name),$1 $(call verify_how_much,$(name),$1)) \
    $(if $(and $(filter $(VERIFY_COMPLETE),$(name)),$(word 2,$(VERIFY_NAME))),$(call verify_table))) \
$(call verify_pairs,$1) \
$(if $(VERIFY_PLAINS),$(call conformance_run)) \
$(call verify_table) \
if [ -n "$(VERIFY_MISSING)" ]; then \
    echo "verify: part of it is left out, missing: $(VERIFY_MISSING) ('sh setup.sh' installs it);" \
        "VERIFY_NATIVE_ONLY=1 accepts that" >&2; \
    status=1; \
fi; \
exit $$status
endef

verify: CONFORMANCE_EACH :=
verify: ## check out/ as it stands: all encodings, by proof and by trying
	+@results=$(VERIFY_DIR)/quick.$$$$; trap 'rm -f $$results $(VERIFY_DIR)/others.$$$$' EXIT; $(call verify_run,)

verify-all: ## everything on every kernel; resumes where it was stopped
	+@results=$(VERIFY_DIR)/full-$(shell cat $(VERIFY_C) $(VERIFY_H) $(foreach name,$(VERIFY_NAME) $(VERIFY_PAIRS),\
	    $(call verify_from,$(name))) $(VERIFY_DIR)/settings | cksum | tr ' ' -); \
	$(call verify_run,--full --resume)
