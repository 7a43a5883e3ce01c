# SPDX-License-Identifier: 0BSD
# Proofs of the emitted C by Frama-C's WP (docs/assurance.md). The top Makefile includes this.
#
#   prove-deps   installs Debian's Frama-C, why3, z3 and cvc4 (as root)
#   prove        UTF-8, and dfa and shift of the other encodings with a grammar here; provers run only on goals without a known answer
#   prove-test   plants mistakes in the C and in contracts: does the proof reject each one?
#   PROVE="utf8 dfa" only the functions that match every word. A word is an encoding, a kernel or a function; other words are an error
#   PROVE_FRESH=1 runs provers on all goals
#   JOBS=1                 how many functions are proved at the same time; 2 by default

LUA   ?= lua5.4
PROVE ?=
export PROVE_FRESH

.PHONY: prove prove-deps prove-test

# If a tool is missing, reports that, also to TRUST_RESULTS. why3 must have searched for its provers once.
prove_ready = for tool in frama-c why3 z3 cvc4; do command -v $$tool >/dev/null || { \
	    echo "prove: missing: $$tool ('make prove-deps' installs it)" >&2; \
	    [ -z "$$TRUST_RESULTS" ] || printf 'proof\tall\tloops for all sizes\t0\tFrama-C WP\tskipped: %s is missing\n' "$$tool" >>"$$TRUST_RESULTS"; \
	    echo '0 passed, 0 failed, 1 skipped'; exit 0; }; done; \
	[ -f "$$HOME/.why3.conf" ] || why3 config detect >/dev/null 2>&1

prove-deps: ## install Frama-C, why3, z3 and cvc4 for `make prove` (as root; 455 MB)
	DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends frama-c-base why3 z3 cvc4
	why3 config detect

prove: ## prove the loops of the emitted C for texts of all sizes (Frama-C's WP)
	@[ -z "$(PROVE)" ] || $(LUA) verify/prove/prove.lua --words $(PROVE)
	@$(prove_ready); $(LUA) verify/prove/prove.lua $(PROVE)

prove-test: ## plant mistakes in proved functions and their contracts: does the proof reject each one?
	@$(prove_ready); $(LUA) verify/prove/planted.lua
