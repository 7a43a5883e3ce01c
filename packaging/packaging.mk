# SPDX-License-Identifier: 0BSD
# libu8gen, its installation, the tarball of a release and Debian's packages. docs/guide/ways.md shows how they are used.
#
#   library      libu8gen.a and libu8gen.so, of all pairs of out/, and u8check, in build/library. Takes a C compiler and make, no Lua
#   install      these, headers, pkg-config, CMake, u8check and the generator, to $(DESTDIR)$(PREFIX)
#   uninstall    removes what `install` with the same variables wrote
#   abi          adds what headers declare for the first time to packaging/libu8gen.map and libu8gen.types
#   dist         build/u8gen-VERSION.tar.gz: the same bytes on every machine
#   dist-check   `sh setup.sh check` of that tarball, unpacked where there is no git repository
#   deb          build/deb/*.deb
#   ways         walks each way of docs/guide/ways.md from an empty folder to a running program, and prints the seconds

# Passed on by the environment, so that no name of a folder is read as a word of the shell. BINDIR and the rest lie below PREFIX.
ifneq ($(filter install uninstall,$(MAKECMDGOALS)),)
stray := $(filter-out install uninstall library out build all clean,$(MAKECMDGOALS))
$(if $(stray),$(error not made together with install or uninstall: $(stray); a folder whose name holds a space is quoted, PREFIX="..."))
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
# The number in libu8gen.so's name: it changes when a function leaves or changes.
SOVERSION     := $(firstword $(subst ., ,$(VERSION)))
CFLAGS        ?= -O2
AR            ?= ar
# The pairs that the library holds; u8check needs those of all encodings.
LIBRARY_NAMES := $(sort $(patsubst out/%/,%,$(wildcard out/*/)))
LIBRARY_DIR   ?= build/library
LIBRARY_MAP   := packaging/libu8gen.map
LIBRARY_O     := $(LIBRARY_NAMES:%=$(LIBRARY_DIR)/%.o)
LIBRARY       := $(LIBRARY_DIR)/libu8gen.a $(LIBRARY_DIR)/libu8gen.so.$(VERSION)
# Calls among the library's own functions go to these, whatever a program defines under the same names.
LIBRARY_FLAGS := -std=c99 -fPIC -fvisibility=hidden -fno-semantic-interposition

.PHONY: library install uninstall abi dist dist-check deb ways

library: $(LIBRARY) $(LIBRARY_DIR)/u8check ## libu8gen, static and shared, and u8check with it, in build/library

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

# Without what helps to find mistakes: a user's compiler may warn of more than ours.
$(LIBRARY_DIR)/u8check: $(U8CHECK_C) $(wildcard docs/examples/*.h) $(LIBRARY_DIR)/libu8gen.a VERSION
	$(CC) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -std=c11 -DU8CHECK_VERSION='"$(VERSION)"' $(LIBRARY_NAMES:%=-I out/%) -o $@ $(U8CHECK_C) $(LIBRARY_DIR)/libu8gen.a -pthread

install: library ## install libu8gen, u8check and u8gen to $(DESTDIR)$(PREFIX)
	@sh packaging/install.sh install $(LIBRARY_DIR)

uninstall: ## remove what `make install` with the same variables wrote
	@sh packaging/install.sh uninstall $(LIBRARY_DIR)

abi: ## add what headers declare for the first time to what libu8gen.so promises
	@$(LUA) packaging/abi.lua --add

dist: ## build/u8gen-VERSION.tar.gz
	@sh packaging/dist.sh build

dist-check: dist ## the whole check of that tarball, unpacked in a new folder without git
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && tar -C "$$dir" -xf build/u8gen-$(VERSION).tar.gz && \
	    cd "$$dir/u8gen-$(VERSION)" && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS GIT_CEILING_DIRECTORIES="$$dir" sh setup.sh check

deb: dist ## Debian's packages, in build/deb
	@sh packaging/deb.sh build/u8gen-$(VERSION).tar.gz build/deb

ways: dist ## each way into another project, from an empty folder to a running program, in seconds
	@$(LUA) tests/documents/ways.lua build/u8gen-$(VERSION).tar.gz
