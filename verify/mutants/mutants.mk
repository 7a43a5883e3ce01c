# SPDX-License-Identifier: 0BSD
# Plants small mistakes in the emitted code one by one, and measures which parts of the code the tests reach.
#
#   mutants          every mutant in the groups and encodings below must be noticed by a check of verify/, give the same object, or be in
#                    verify/mutants/accepted.lua; resumes where it was stopped
#   mutants-quick    about one mutant in thirty, by a fixed rule, of the kernels dfa and swar of utf8; part of `make check`
#   coverage         lines and branches of COVERAGE_NAME that verify/ and the tests of the interface execute; with SIMDe for vectors that
#                    this processor lacks
#   defects          which checks notice each of the bugs that other validators shipped (verify/checks/defects.c), in each encoding
#   MUTANTS_GROUPS="sse functions"   these groups: a kernel, or `functions` for functions outside kernels; empty: all. Groups outside
#                    the default have mutants that survive and that nobody has judged yet
#   MUTANTS_NAME="cesu8 utf8_to_mutf8"  these encodings and pairs
#   MUTANTS_EVERY=10                 about one mutant in ten, by a fixed rule
#   MUTANTS_KNOWN=yes                only the mutants in accepted.lua, with all checks: is each entry still needed?

MUTANTS_HERE   := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
MUTANTS_DIR    ?= build/mutants
MUTANTS_NAME   ?= utf8
MUTANTS_GROUPS ?= dfa shift re2c swar sse avx2
MUTANTS_EVERY  ?= 1
MUTANTS_KNOWN  ?=
COVERAGE_NAME  ?= utf8
COVERAGE_DIR   ?= build/coverage
# Checks that take minutes without optimization, such as `texts`, are left out, since the listed checks execute the same branches.
COVERAGE_CHECKS := automaton,proof,faults,chunks,streams,characters,utf,units,measures,rows,sweep
# The processors whose kernels run with SIMDe: this one, for the kernels that it lacks, and others.
COVERAGE_CPUS  := $(VERIFY_CPU) $(VERIFY_SIMDES)
# The functions that call loops of such a kernel.
COVERAGE_CALLS := chunks,utf16,utf32,utf16_lossy,utf32_lossy
COVERAGE_SIMDE := texts,units,utf,measures,rows,sweep,chunks
COVERAGE_FLAGS := -std=c11 -O0 -w --coverage -pthread

.PHONY: mutants mutants-quick defects coverage

# The C with each vector kernel written out (--flat), so that each mutant and line belongs to at most one kernel. The command is in the
# banner of out/NAME/NAME.h.
MUTANTS_OUT := build/flat
flat-%:
	@./u8gen $$(sed -n 's|^//   command  u8gen ||p' $(VERIFY_OUT)/$*/$*.h) --flat -o $(MUTANTS_OUT)/$* >/dev/null

# The objects that killer.c is linked with: those of this folder and the shared ones of verify/, except verify.c, which has its own main.
MUTANTS_OWN     := $(patsubst $(MUTANTS_HERE)/%.c,$(MUTANTS_DIR)/objects/%.o,$(wildcard $(MUTANTS_HERE)/*.c))
MUTANTS_OBJECTS := $(MUTANTS_OWN) $(filter-out %/verify.o,$(VERIFY_SHARED_native))

$(MUTANTS_DIR)/objects/%.o: $(MUTANTS_HERE)/%.c $(VERIFY_H) $(wildcard $(MUTANTS_HERE)/*.h)
	@mkdir -p $(@D)
	$(CC) $(VERIFY_FLAGS) -c -o $@ $<

mutants_run = $(LUA) $(MUTANTS_HERE)/run.lua --cc "$(CC)" --out $(MUTANTS_OUT) --model $(VERIFY_MODEL) --build $(MUTANTS_DIR) --jobs $(TEST_JOBS) \
    --reference $(VERIFY_REFERENCE_OBJECT) --objects "$(MUTANTS_OBJECTS)"

mutants: $(MUTANTS_OBJECTS) $(VERIFY_REFERENCE_OBJECT) $(MUTANTS_NAME:%=flat-%) $(MUTANTS_NAME:%=$(VERIFY_MODEL)/%_model.h) ## plant small mistakes in the emitted code: does a check notice each?
	@$(mutants_run) --names "$(MUTANTS_NAME)" --groups "$(MUTANTS_GROUPS)" --every $(MUTANTS_EVERY) --known "$(MUTANTS_KNOWN)"

mutants-quick: $(MUTANTS_OBJECTS) $(VERIFY_REFERENCE_OBJECT) flat-utf8 $(VERIFY_MODEL)/utf8_model.h
	@$(mutants_run) --names utf8 --groups "dfa swar" --every 30

defects: $(VERIFY_NAME:%=$(VERIFY_DIR)/%-native) ## plant, in each encoding, the bugs that other validators shipped: which checks notice them?
	@$(LUA) $(MUTANTS_HERE)/defects.lua $^

# The prefix of an encoding's macros, and its flags for kernels that run with SIMDe.
coverage_prefix = $(shell sed -n 's/^.define MODEL_PREFIX_UPPER //p' $(VERIFY_MODEL)/$1_model.h)
coverage_flags  = -DSIMDE $(VERIFY_MACHINE_FLAGS) -Wno-psabi -isystem $(CURDIR)/$(VERIFY_HERE)/simde/$2 -I $(abspath $(MUTANTS_OUT))/$1 -I $(CURDIR)/$(VERIFY_MODEL) \
    $(ISA_SCALABLE_UPPER:%=-D$(call coverage_prefix,$1)_NO_%)
comma := ,
empty :=
coverage_list = $(subst $(empty) $(empty),$(comma),$(strip $1))

# The program of verify/ whose executed lines and branches gcov counts. The target `coverage` also builds the tests of the interface.
$(COVERAGE_DIR)/%/verify: $(VERIFY_HERE)/subject.c $(VERIFY_REFERENCE_OBJECT) $(VERIFY_SHARED_native) flat-% $(VERIFY_MODEL)/%_model.h
	@mkdir -p $(@D)
	cd $(@D) && $(CC) $(COVERAGE_FLAGS) -I $(abspath $(MUTANTS_OUT))/$* -I $(abspath $(VERIFY_MODEL)) -DENCODING=$* -D$(call coverage_prefix,$*)_ALL_KERNELS \
	    -c -o subject.o $(abspath $<) && \
	    $(CC) --coverage -pthread -o $(@F) subject.o $(abspath $(filter %.o,$^))

# $(call coverage_simde,NAME): the rule for DIR/NAME/CPU/verify, a program that runs the vectors of the processor CPU with SIMDe.
define coverage_simde
$(COVERAGE_DIR)/$1/%/verify: $(VERIFY_HERE)/subject.c flat-$1 $(VERIFY_MODEL)/$1_model.h $(VERIFY_REFERENCE_OBJECT) $(VERIFY_SHARED_native)
	@mkdir -p $$(@D)
	cd $$(@D) && $(CC) $(COVERAGE_FLAGS) $$(call coverage_flags,$1,$$*) \
	    -DENCODING=$1 -D$$(call coverage_prefix,$1)_ALL_KERNELS -c -o subject.o $$(abspath $$<) && \
	    $(CC) --coverage -pthread -o $$(@F) subject.o $$(abspath $$(filter %.o,$$^))
endef
$(foreach name,$(COVERAGE_NAME),$(eval $(call coverage_simde,$(name))))

coverage: $(foreach name,$(COVERAGE_NAME),$(COVERAGE_DIR)/$(name)/verify $(COVERAGE_CPUS:%=$(COVERAGE_DIR)/$(name)/%/verify)) ## measure the lines and branches of the emitted C that the tests execute
	@for name in $(COVERAGE_NAME); do \
	    rm -f $(COVERAGE_DIR)/$$name/*.gcda $(COVERAGE_DIR)/$$name/*.gcov $(COVERAGE_DIR)/$$name/*/*.gcov; \
	    echo "coverage: $$name: verify"; \
	    (cd $(COVERAGE_DIR)/$$name && nice ./verify --checks $(COVERAGE_CHECKS) > verify.txt && \
	        gcov -b -c subject.o > gcov.txt 2>&1 && mkdir -p 0 && cp $$name.c.gcov 0/) || exit 1; \
	    for one in $(VERIFY_CPU)=$$($(COVERAGE_DIR)/$$name/verify --lacking | xargs | tr ' ' $(comma)) \
	        $(foreach cpu,$(VERIFY_SIMDES),$(cpu)=$(call coverage_list,$(filter-out $(ISA_SCALABLE),$(ISAS_$(cpu))))); do \
	        cpu=$${one%%=*}; kernels=$${one#*=}; [ -n "$$kernels" ] || continue; \
	        echo "coverage: $$name: $$kernels by SIMDe"; \
	        (cd $(COVERAGE_DIR)/$$name/$$cpu && rm -f ./*.gcda && \
	            nice ./verify --sample --kernels $$kernels,$(COVERAGE_CALLS) --checks $(COVERAGE_SIMDE) > verify.txt && \
	            gcov -b -c subject.o > gcov.txt 2>&1) || exit 1; \
	    done; \
	    n=0; for test in $$(grep -l "^#include \"$$name.h\"" tests/*/*_test.c); do \
	        n=$$((n + 1)); echo "coverage: $$name: $$test"; \
	        others=$$(sed -n 's/^#include "\([a-z0-9_]*\)\.h"$$/\1/p' $$test | grep -vx $$name); \
	        (mkdir -p $(COVERAGE_DIR)/$$name/$$n && cd $(COVERAGE_DIR)/$$name/$$n && rm -f ./*.gcda && root=$(CURDIR) && \
	        prefix=$$(sed -n 's/^.define MODEL_PREFIX_UPPER //p' $$root/$(VERIFY_MODEL)/$${name}_model.h) && \
	        $(CC) $(COVERAGE_FLAGS) -D$${prefix}_ALL_KERNELS -c -o $$name.o $$root/$(MUTANTS_OUT)/$$name/$$name.c && \
	        $(CC) -std=c11 -w --coverage -I $$root/$(MUTANTS_OUT)/$$name $$(printf -- "-I $$root/$(VERIFY_OUT)/%s " $$others) \
	            $$(printf -- '-D%s_ALL_KERNELS ' $$others | tr a-z A-Z) -o test $$root/$$test $$name.o \
	            $$(for o in $$others; do echo $$root/$(VERIFY_OUT)/$$o/$$o.c; done) -lcmocka && \
	        nice ./test > test.txt 2>&1 && gcov -b -c $$name.o > gcov.txt 2>&1) || exit 1; \
	    done; \
	    $(LUA) $(MUTANTS_HERE)/coverage.lua --lacking "$$($(COVERAGE_DIR)/$$name/verify --lacking)" \
	        $$name $(MUTANTS_OUT)/$$name/$$name.c $(COVERAGE_DIR)/$$name/*/$$name.c.gcov || exit 1; \
	done
