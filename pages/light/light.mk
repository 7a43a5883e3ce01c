# SPDX-License-Identifier: 0BSD
# Builds a light page for each encoding of the catalogue, and an index: build/pages/NAME.html, build/pages/index.html. Included by the Makefile.

LIGHT_PAGES  := $(SPECS:%=build/pages/%.html)
LIGHT_SHARED := pages/inline.mjs packaging/npm/core.js VERSION $(wildcard pages/light/* pages/playground/*.js pages/playground/*.css)

.PHONY: light-pages

pages: light-pages

light-pages: build/pages/index.html $(LIGHT_PAGES)

# The name in out/ and build/wasm: the name of the spec's file without dots and hyphens. gen/common/names.lua derives the same name.
light_name = $(subst .,,$(subst -,,$1))

define light_page
build/pages/facts/$1.json: gen/specs/$1.lua out/$2/$2.json $(wildcard gen/*.lua gen/*/*.lua pages/light/*.lua pages/playground/shown_*.lua)
	@mkdir -p build/pages/facts
	@$$(LUA) pages/light/facts.lua $1 >$$@

build/pages/$1.html: build/pages/facts/$1.json $(WASM_KERNELS:%=build/wasm/$2-%.wasm) $$(LIGHT_SHARED)
	@node pages/light/build.mjs build/pages/facts/$1.json $(WASM_KERNELS:%=build/wasm/$2-%.wasm) $$@
endef
$(foreach spec,$(SPECS),$(eval $(call light_page,$(spec),$(call light_name,$(spec)))))

build/pages/index.html: $(SPECS:%=build/pages/facts/%.json) $(call wasm_modules,swar) $(LIGHT_SHARED)
	@node pages/light/index.mjs $@ $(SPECS:%=build/pages/facts/%.json)
