# SPDX-License-Identifier: 0BSD
# Writes the C++20 headers. Included by the Makefile.
#
#   cpp  writes u8gen.hpp, NAME.hpp for each encoding, and the C, to build/cpp/package, and as a tarball in build/cpp

CPP_TARBALL := build/cpp/u8gen-cpp-$(VERSION).tar.gz
HAND_C += packaging/cpp/u8gen.hpp tests/interface/cpp.cpp

.PHONY: cpp

cpp: $(CPP_TARBALL) ## write the C++20 headers, with the C, to build/cpp

$(CPP_TARBALL): $(BINDINGS) $(wildcard packaging/cpp/*) $(OUT_C)
	$(call write_package,cpp,c)
