# SPDX-License-Identifier: 0BSD
# Writes the Rust crates. Included by the Makefile.
#
#   rust        writes the crates u8gen and u8gen-sys as a workspace to build/rust/package, and as a tarball in build/rust
#   rust-bench  compares u8gen::from_utf8 with std::str::from_utf8
#
# The crates compile the C themselves, so `rust` needs no compiler, and the same sources give the same tarball.

CARGO ?= cargo
RUST_TARBALL := build/rust/u8gen-rust-$(VERSION).tar.gz

.PHONY: rust rust-bench

rust: $(RUST_TARBALL) ## write the Rust crates to build/rust (not published)

rust-bench: $(RUST_TARBALL) ## compare the speed of the Rust crate with that of the standard library
	@command -v $(CARGO) >/dev/null || { echo "make: missing: cargo (Debian's name)" >&2; exit 1; }
	@cd build/rust/package && CARGO_TARGET_DIR=../target $(CARGO) run --quiet --offline --release --example bench

$(RUST_TARBALL): $(BINDINGS) $(wildcard packaging/rust/* packaging/rust/*/* packaging/rust/*/*/* packaging/rust/*/*/*/*) $(OUT_C)
	$(call write_package,rust,u8gen-sys/c)
