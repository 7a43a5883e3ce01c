# SPDX-License-Identifier: 0BSD
# Builds the Python package. Included by the Makefile.
#
#   python        builds the wheel and the source archive in build/python
#   python-bench  compares the package's speed with that of Python's own codecs
#
# PYTHON is the interpreter. CFLAGS are added to those of the build script in packaging/python/.

PYTHON       ?= python3
PYTHON_WHEEL = $(firstword $(wildcard build/python/*.whl))

HAND_C += packaging/python/c/module.c

.PHONY: python python-bench

python: build/python/.built ## build the Python package, a wheel and a source archive, in build/python (not published)

python-bench: build/python/.built ## compare the Python package's speed with Python's own codecs
	@$(PYTHON) packaging/python/bench.py $(PYTHON_WHEEL)

build/python/.built: $(BINDINGS) $(wildcard packaging/python/* packaging/python/*/*) $(OUT_C)
	@command -v $(PYTHON) >/dev/null || { echo "make: missing: python3 (Debian's name), or name an interpreter: PYTHON=" >&2; exit 1; }
	$(call write_sources,python,c)
	$(PYTHON) build/python/package/backend.py build/python
	@touch $@
