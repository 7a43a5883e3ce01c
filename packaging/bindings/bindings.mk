# SPDX-License-Identifier: 0BSD
# The sources of the packages in other languages. The Makefile includes this file before the files of the languages.

OUT_C    := $(foreach name,$(OUT_NAMES),out/$(name)/$(name).c out/$(name)/$(name).h)
BINDINGS := $(wildcard packaging/bindings/*) packaging/cpp/automaton.lua $(SPECS:%=gen/specs/%.lua) VERSION LICENSE
HAND_C   += $(wildcard packaging/bindings/*.[ch])

.PHONY: languages-deps

languages-deps: ## install (apt-get, as root) the packages that Python and Rust need in addition to those of setup.sh
	DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends python3-dev python3-pip cargo

# $(call write_sources,LANGUAGE,FOLDER OF THE C) writes build/LANGUAGE/package.
define write_sources
@$(call needs,lua5.4 lua-filesystem lua-penlight)
@rm -rf build/$1 && mkdir -p build/$1
$(LUA) packaging/bindings/package.lua $1 build/$1/package $2 $(SPECS)
endef

# $(call write_package,LANGUAGE,FOLDER OF THE C) also writes a tarball of this folder to $@. Its bytes are reproducible.
define write_package
$(call write_sources,$1,$2)
tar -C build/$1/package --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=u=rw,go=r,a+X \
    --transform 's,^\.,u8gen-$1-$(VERSION),' -cf - . | gzip -9n > $@
@echo "$@: $$(wc -c <$@) bytes"
endef
