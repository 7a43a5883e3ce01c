# SPDX-License-Identifier: 0BSD
# The pages: HTML files that run the generator or the generated code without a server. Building them needs node, npm packages and, for the
# light pages, clang, lld and Lua; testing them also needs Chromium. `make pages-deps` installs the npm packages and Chromium.

.PHONY: pages pages-deps pages-test pages-pictures

PLAYGROUND := build/pages/playground.html

pages: $(PLAYGROUND) ## build the playground and the pages of the encodings in build/pages/

$(PLAYGROUND): pages/build.mjs pages/inline.mjs LICENSE VERSION ORIGIN docs/specs.md $(wildcard docs/examples/specs/*.lua pages/playground/* gen/*.lua gen/*/*.lua templates/*/*) \
    pages/node_modules/.package-lock.json
	node pages/build.mjs $@

pages/node_modules/.package-lock.json:
	@echo "make: missing: npm packages; 'make pages-deps' installs them" >&2; exit 1

pages-deps: ## install the packages for building and testing the pages: npm packages, pinned; Chromium by apt if root
	cd pages && npm ci --no-audit --no-fund
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && \
	    { apt-get -q update; DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends chromium-headless-shell; }; } || \
	    { echo "make: missing: chromium-headless-shell (Debian's name); as root, apt-get install it" >&2; exit 1; }

pages-test: ## test the pages in a browser, in full
	@sh pages/pages_test.sh all

pages-pictures: pages ## write the pictures of the pages to docs/pictures/
	node pages/test/pictures.mjs $(PLAYGROUND) docs/pictures

# `make test` runs the quick form, without `all`.
TESTS   += pages/pages_test.sh
SCRIPTS += pages/pages_test.sh
