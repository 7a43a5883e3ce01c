# SPDX-License-Identifier: 0BSD
# Tests the emitted C on other platforms, under sanitizers, and on texts that a fuzzer generates; and that out/ is the same if it is
# generated elsewhere. Except for `reproduce`, a target is a list of steps (steps.lua): JOBS=N at once; ONLY=WORD, some of them.
# TRUST_RESULTS=FILE gets a line for each step. `make platforms PLATFORMS=all` runs slow tests, too.

PLATFORMS_HERE := tests/platforms
# The seconds that `make fuzz` takes, and its encodings (default: all).
TIME ?= 60
FUZZ_NAME ?=

.PHONY: platforms platforms-deps sanitize sanitize-test fuzz reproduce

platforms: models ## the emitted C on nine platforms, by four compilers at each level, as each version of C and C++
	@$(LUA) $(PLATFORMS_HERE)/platforms.lua

platforms-deps: ## install the compilers and emulators of `make platforms` (Debian; about 1.3 GB)
	@$(call needs,lua5.4 lua-filesystem lua-penlight)
	@packages=$$($(LUA) $(PLATFORMS_HERE)/platforms.lua --packages) || exit 1; \
	[ -z "$$packages" ] || DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends $$packages

sanitize: models ## the emitted C under sanitizers and valgrind, and read by analyzers
	@$(LUA) $(PLATFORMS_HERE)/sanitizers.lua

sanitize-test: models ## faults are planted: does each sanitizer, each analyzer and the fuzzer notice?
	@sh tests/run.sh '$(LUA) $(PLATFORMS_HERE)/sanitizers.lua --planted' '$(LUA) $(PLATFORMS_HERE)/fuzz.lua --planted 30'

fuzz: models ## libFuzzer on every kernel and function beside the reference (TIME=60 seconds; FUZZ_NAME="utf8 wtf8")
	@$(LUA) $(PLATFORMS_HERE)/fuzz.lua $(TIME) $(FUZZ_NAME)

reproduce: ## all of out/, made twice in other surroundings: the same bytes
	@sh $(PLATFORMS_HERE)/reproduce.sh
