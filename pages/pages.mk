# SPDX-License-Identifier: 0BSD
# Pages: HTML that shows and does without a server what the generator does. They take node, packages of npm's and, to be tested,
# Chromium: `make pages-deps` brings them. Nothing else of the project needs these.

.PHONY: pages pages-deps pages-test pages-pictures

PLAYGROUND := build/pages/playground.html

pages: $(PLAYGROUND) ## build the playground into build/pages/

$(PLAYGROUND): pages/build.mjs pages/inline.mjs LICENSE VERSION $(wildcard pages/playground/* gen/*.lua gen/*/*.lua templates/*/*) \
    pages/node_modules/.package-lock.json
	node pages/build.mjs $@

pages/node_modules/.package-lock.json:
	@echo "make: missing: what npm brings; 'make pages-deps' installs it" >&2; exit 1

pages-deps: ## what the pages are built with and tested in: packages of npm's, pinned; Chromium by apt where root
	cd pages && npm ci --no-audit --no-fund
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && \
	    { apt-get -q update; DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends chromium-headless-shell; }; } || \
	    { echo "make: missing: chromium-headless-shell (Debian's name); as root, apt-get install it" >&2; exit 1; }

pages-test: ## the pages in a browser, in full
	@sh pages/pages_test.sh all

pages-pictures: pages ## the pages' pictures in docs/pictures/
	node pages/test/pictures.mjs $(PLAYGROUND) docs/pictures

# The quick form is one of the tests.
TESTS   += pages/pages_test.sh
SCRIPTS += pages/pages_test.sh
