# SPDX-License-Identifier: 0BSD
# Writes the recipes of package managers. Included by the Makefile.
#
#   recipes       writes recipes of vcpkg, Conan, Bazel, Zig and Homebrew for the tarball of this release to build/recipes
#
# URL is the address that the tarball will have, HOMEPAGE the project's page. By default URL is the tarball on this machine, and
# HOMEPAGE is URL.

URL      ?= file://$(CURDIR)/build/u8gen-$(VERSION).tar.gz
HOMEPAGE ?= $(URL)

.PHONY: recipes

recipes: dist ## write recipes of vcpkg, Conan, Bazel, Zig and Homebrew to build/recipes (URL=https://...; not published)
	@$(call needs,lua5.4 lua-filesystem lua-penlight)
	$(LUA) packaging/recipes/recipes.lua build/recipes build/u8gen-$(VERSION).tar.gz '$(URL)' '$(HOMEPAGE)' $(LIBRARY_NAMES)
