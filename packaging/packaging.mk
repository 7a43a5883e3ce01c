# SPDX-License-Identifier: 0BSD
# libu8gen, its installation, the tarball of a release and Debian packages. docs/guide/ways.md shows how to use them.
#
#   library      builds u8check and, of all C in out/, libu8gen.a and .so.VERSION, in build/library. Needs a C compiler, but no Lua
#   install      installs these, headers, files for pkg-config and CMake, the generator, manual pages and completions, to
#                $(DESTDIR)$(PREFIX)
#   uninstall    removes the files that `install` with the same variables wrote
#   abi          adds new declarations to packaging/libu8gen.map and libu8gen.types
#   dist         makes build/u8gen-VERSION.tar.gz, equal on every machine; build/SHA256SUMS: hashes of the tarball and its out/*/*.[ch]
#   dist-check   runs `sh setup.sh check` on that tarball, unpacked outside a git repository
#   deb          builds build/deb/*.deb
#   ways         follows each way of docs/guide/ways.md, from an empty folder to a running program; prints the seconds

# The folders are passed in the environment, so that the shell does not interpret their names. BINDIR, LIBDIR, INCLUDEDIR and DATADIR are
# below PREFIX.
ifneq ($(filter install uninstall,$(MAKECMDGOALS)),)
stray := $(filter-out install uninstall library out build all clean,$(MAKECMDGOALS))
$(if $(stray),$(error cannot be combined with install or uninstall: $(stray); quote names of folders with spaces, PREFIX="..."))
endif
PREFIX        ?= /usr/local
BINDIR        ?= $(PREFIX)/bin
LIBDIR        ?= $(PREFIX)/lib
INCLUDEDIR    ?= $(PREFIX)/include
DATADIR       ?= $(PREFIX)/share
define install_folder
install uninstall: export $1 := $$($1)
endef
$(foreach name,DESTDIR PREFIX BINDIR LIBDIR INCLUDEDIR DATADIR,$(eval $(call install_folder,$(name))))

VERSION       := $(shell cat VERSION)
# The number in the soname. It changes when a function is removed or changed.
SOVERSION     := $(firstword $(subst ., ,$(VERSION)))
CFLAGS        ?= -O2
AR            ?= ar
# The encodings and conversions in the library; u8check needs all encodings.
LIBRARY_NAMES := $(sort $(patsubst out/%/,%,$(wildcard out/*/)))
LIBRARY_DIR   ?= build/library
LIBRARY_MAP   := packaging/libu8gen.map
LIBRARY_O     := $(LIBRARY_NAMES:%=$(LIBRARY_DIR)/%.o)
LIBRARY       := $(LIBRARY_DIR)/libu8gen.a $(LIBRARY_DIR)/libu8gen.so.$(VERSION)
# Calls between the library's own functions are bound at link time, so a program's functions of the same names do not replace them.
LIBRARY_FLAGS := -std=c99 -fPIC -fvisibility=hidden -fno-semantic-interposition

.PHONY: library install uninstall abi dist dist-check deb ways

library: $(LIBRARY) $(LIBRARY_DIR)/u8check ## build libu8gen, static and shared, and u8check, in build/library

define library_object
$(LIBRARY_DIR)/$1.o: out/$1/$1.c out/$1/$1.h packaging/export.h
	@mkdir -p $(LIBRARY_DIR)
	$$(CC) $$(CPPFLAGS) $$(CFLAGS) $(LIBRARY_FLAGS) -I out/$1 -D'U8GEN_HEADER="$1.h"' -include packaging/export.h -c -o $$@ $$<
endef
$(foreach name,$(LIBRARY_NAMES),$(eval $(call library_object,$(name))))

$(LIBRARY_DIR)/libu8gen.a: $(LIBRARY_O)
	@rm -f $@
	$(AR) rcsD $@ $(LIBRARY_O)

$(LIBRARY_DIR)/libu8gen.so.$(VERSION): $(LIBRARY_O) $(LIBRARY_MAP)
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,libu8gen.so.$(SOVERSION) -Wl,--version-script=$(LIBRARY_MAP) \
	    -Wl,-Bsymbolic-functions -Wl,-z,defs -o $@ $(LIBRARY_O)

# Without -Werror: the user's compiler may have more warnings than ours.
$(LIBRARY_DIR)/u8check: $(U8CHECK_C) $(wildcard docs/examples/*.h) $(LIBRARY_DIR)/libu8gen.a VERSION
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -std=c11 -DU8CHECK_VERSION='"$(VERSION)"' $(LIBRARY_NAMES:%=-I out/%) -o $@ $(U8CHECK_C) $(LIBRARY_DIR)/libu8gen.a -pthread

install: library ## install libu8gen, u8check and u8gen to $(DESTDIR)$(PREFIX)
	@sh packaging/install.sh install $(LIBRARY_DIR)

uninstall: ## remove the files that `make install` with the same variables wrote
	@sh packaging/install.sh uninstall $(LIBRARY_DIR)

abi: ## add new declarations of the headers to the recorded ABI of libu8gen.so
	@$(LUA) packaging/abi.lua --add

dist: ## make build/u8gen-VERSION.tar.gz and build/SHA256SUMS
	@sh packaging/dist.sh build

dist-check: dist ## run the whole check on the tarball of `make dist`, unpacked in a new folder without git
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && tar -C "$$dir" -xf build/u8gen-$(VERSION).tar.gz && \
	    cd "$$dir/u8gen-$(VERSION)" && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS GIT_CEILING_DIRECTORIES="$$dir" sh setup.sh check

deb: dist ## build Debian packages, in build/deb
	@sh packaging/deb.sh build/u8gen-$(VERSION).tar.gz build/deb

ways: dist ## follow each way of docs/guide/ways.md, from an empty folder to a running program; print seconds
	@$(LUA) tests/documents/ways.lua build/u8gen-$(VERSION).tar.gz
