# SPDX-License-Identifier: 0BSD
# Builds the emitted C as WebAssembly, and the npm package. Included by the Makefile.

# Four modules per encoding: NAME-KERNEL.wasm has the checks, NAME-text-KERNEL.wasm the conversions. The kernels are simd128, and swar for
# engines without SIMD, each with the kernels that it calls. WASM_WITHOUT and WASM_TEXT_WITHOUT omit functions that module.c and text.c do
# not use.
WASM_ENCODINGS    := $(subst .,,$(subst -,,$(SPECS)))
WASM_KERNELS      := swar simd128
WASM_WITHOUT      := UTF16 UTF32 LIMIT KERNELS MEASURE ROWS SEEK ITERATE STREAM REPAIR_STREAM
WASM_TEXT_WITHOUT := UTF16_LOSSY UTF32 LIMIT KERNELS MEASURE ROWS SEEK ITERATE COUNT CHECK DECODE
WASM_CC           ?= clang
WASM_FLAGS        := --target=wasm32 -mbulk-memory -std=c11 -O2 -ffreestanding -nostdlib -Wall -Wextra -Werror \
	-Wl,--no-entry,--gc-sections,--strip-all,-z,stack-size=8192

HAND_C += packaging/npm/module.c packaging/npm/text.c

NPM_SOURCES := $(addprefix packaging/npm/,package.lua core.js text.js encoding.js index.js encoding.d.ts index.d.ts wasm.d.ts package.json.in \
    README.md)

.PHONY: npm npm-bench npm-deps npm-test bench-wasm

npm: build/npm/u8gen.tgz ## build the npm package, the emitted C as WebAssembly, in build/npm/ (not published)

npm-deps: build/npm-tools/node_modules/.package-lock.json ## install esbuild, Rollup and TypeScript for tests of the npm package: npm packages, pinned

npm-test: npm-deps ## test the npm package in full: installed by npm; with bundlers and two versions of TypeScript; prints sizes
	@ALL=1 sh tests/run.sh '$(LUA) tests/lib/counted.lua tests/interface/npm_test.lua'

build/npm-tools/node_modules/.package-lock.json: packaging/npm/tools/package.json packaging/npm/tools/package-lock.json
	@$(call needs,nodejs)
	@$(needs_npm)
	@mkdir -p build/npm-tools
	cp $^ build/npm-tools
	cd build/npm-tools && npm ci --ignore-scripts --no-audit --no-fund

npm-bench: build/npm/package/package.json ## compare the npm package's speed in node with node's own functions
	@node packaging/npm/bench.mjs build/npm/package

# $(call wasm_module,NAME,NAME in capitals,KERNEL,FILE,omitted functions,the rest of the module's name)
define wasm_module
build/wasm/$1$6-$3.wasm: packaging/npm/$4.c out/$1/$1.c out/$1/$1.h packaging/npm/npm.mk
	@mkdir -p build/wasm
	@$$(WASM_CC) $$(WASM_FLAGS) $$(if $$(filter simd128,$3),-msimd128) -DPREFIX=$1 -DLONGEST=$2_LONGEST '-DSOURCE="$1.c"' -D$2_STATIC \
	    -D$2_KERNEL=$3 $5 -I out/$1 packaging/npm/$4.c -o $$@
endef
# $(call wasm_checks,NAME,NAME in capitals,KERNEL): the rule for a module of checks. wasm_text: the rule for a module of conversions.
wasm_checks = $(call wasm_module,$1,$2,$3,module,$(WASM_WITHOUT:%=-D$2_NO_%))
wasm_text = $(call wasm_module,$1,$2,$3,text,$(WASM_TEXT_WITHOUT:%=-D$2_NO_%),-text)
$(foreach name,$(WASM_ENCODINGS),$(foreach kernel,$(WASM_KERNELS),\
    $(eval $(call wasm_checks,$(name),$(call upper,$(name)),$(kernel)))$(eval $(call wasm_text,$(name),$(call upper,$(name)),$(kernel)))))

# Further kernels for bench-wasm.
BENCH_WASM := dfa shift re2c
$(foreach kernel,$(BENCH_WASM),$(eval $(call wasm_checks,utf8,UTF8,$(kernel))))

# $(call wasm_modules,KERNEL...): the modules of all encodings with these kernels.
wasm_modules = $(foreach kernel,$1,$(WASM_ENCODINGS:%=build/wasm/%-$(kernel).wasm))

BENCH_WASM := $(patsubst %,build/wasm/utf8-%.wasm,$(BENCH_WASM) $(WASM_KERNELS))

bench-wasm: $(BENCH_WASM) ## compare the speed of utf8's kernels as WebAssembly, in node
	@node bench/wasm.mjs $(BENCH_WASM)

build/npm/package/package.json: $(NPM_SOURCES) VERSION ORIGIN gen/common/origin.lua LICENSE $(SPECS:%=gen/specs/%.lua) \
    $(call wasm_modules,$(WASM_KERNELS) $(WASM_KERNELS:%=text-%))
	@$(call needs,lua5.4 lua-filesystem lua-penlight)
	@rm -rf build/npm/package && mkdir -p build/npm/package
	$(LUA) packaging/npm/package.lua build/npm/package $(SPECS)
	@touch $@

# The file for `npm install FILE`. Its bytes are reproducible.
build/npm/u8gen.tgz: build/npm/package/package.json
	tar -C build/npm --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=u=rw,go=r,a+X -cf - package | gzip -9n > $@
