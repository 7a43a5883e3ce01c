# SPDX-License-Identifier: 0BSD
# Tests the emitted C on other platforms, under sanitizers, and with a fuzzer; and tests that out/ is the same in other environments.
# `platforms`, `sanitize`, `sanitize-test` and `fuzz` run lists of steps (steps.lua). JOBS=N runs N steps at once; ONLY=WORD selects
# steps; TRUST_RESULTS=FILE gets a line for each step.
# `make platforms PLATFORMS=all` also runs the tests that are otherwise omitted to save time.

PLATFORMS_HERE := tests/platforms
# TIME: the seconds of `make fuzz`, which the encodings share (at least one each). FUZZ_NAME: these encodings; all if it is empty.
TIME ?= 60
FUZZ_NAME ?=

.PHONY: platforms platforms-deps sanitize sanitize-test fuzz reproduce

platforms: models ## test the emitted C on nine platforms, with three compilers at each level and tcc, as C99 to C17 and C++11 to C++20
	@$(LUA) $(PLATFORMS_HERE)/platforms.lua

platforms-deps: ## install the compilers and emulators of `make platforms` (Debian; about 1.3 GB)
	@$(call needs,lua5.4 lua-filesystem lua-penlight)
	@packages=$$($(LUA) $(PLATFORMS_HERE)/platforms.lua --packages) || exit 1; \
	[ -z "$$packages" ] || DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends $$packages

sanitize: models ## test the emitted C under sanitizers and valgrind, and with static analyzers
	@$(LUA) $(PLATFORMS_HERE)/sanitizers.lua

sanitize-test: models ## plant mistakes that the sanitizers, the analyzers and the fuzzer must report
	@sh tests/run.sh '$(LUA) $(PLATFORMS_HERE)/sanitizers.lua --planted' '$(LUA) $(PLATFORMS_HERE)/fuzz.lua --planted 30'

fuzz: models ## run libFuzzer on every kernel and most functions, compared with the reference (TIME=60 seconds; FUZZ_NAME="utf8 wtf8")
	@$(LUA) $(PLATFORMS_HERE)/fuzz.lua $(TIME) $(FUZZ_NAME)

reproduce: ## generate out/ twice in different environments, and compare the bytes
	@sh $(PLATFORMS_HERE)/reproduce.sh
