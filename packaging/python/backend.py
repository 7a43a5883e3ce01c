# SPDX-License-Identifier: 0BSD
"""Builds the wheel and the source archive of the package, as PEP 517 requires.

In:  this folder: pyproject.toml, README.md, LICENSE, u8gen/ with the Python files, c/ with the C. Variables CC and CFLAGS.
Out: u8gen-VERSION-cp311-abi3-PLATFORM.whl, u8gen-VERSION.tar.gz. The same input and compiler give the same bytes.

The idea: the module uses the stable ABI, so one wheel fits CPython 3.11 and all later versions with the GIL. The build needs a C
compiler, Python's headers, and no package except the standard library, so `pip install` of the source archive downloads nothing.

    python3 backend.py FOLDER     writes both files to FOLDER
"""

import base64
import concurrent.futures
import glob
import gzip
import hashlib
import io
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = "-std=c11 -O2 -Werror=implicit-function-declaration -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections"
# Parts of the C that binding.c does not use.
WITHOUT = "UTF16 UTF16_LOSSY LIMIT KERNELS ROWS ITERATE REPAIR_STREAM SEEK"


def fail(message):
    raise SystemExit("u8gen: " + message)


def read(name):
    with open(os.path.join(HERE, name), "rb") as file:
        return file.read()


def project():
    return tomllib.loads(read("pyproject.toml").decode())["project"]


def metadata():
    p = project()
    lines = ["Metadata-Version: 2.1", f"Name: {p['name']}", f"Version: {p['version']}", f"Summary: {p['description']}",
             f"Keywords: {','.join(p['keywords'])}", f"License: {p['license']['text']}",
             f"Requires-Python: {p['requires-python']}", "Description-Content-Type: text/markdown"]
    return "\n".join(lines).encode() + b"\n\n" + read(p["readme"])


# ---- The compiler ----


def run(command, what):
    try:
        done = subprocess.run(command, cwd=HERE, stderr=subprocess.PIPE, text=True)
    except OSError as reason:
        fail(f"cannot run the C compiler {command[0]!r} ({reason.strerror}). Install gcc or clang, or name one: CC=clang")
    if done.returncode != 0:
        fail(f"{what} failed: {shlex.join(command)}\n{done.stderr}")


def compile_module(folder):
    """Compiles the extension module; returns the file's path."""
    include = sysconfig.get_path("include")
    if not os.path.exists(os.path.join(include, "Python.h")):
        fail(f"{include}/Python.h is missing: install Python's headers (Debian: python3-dev, Fedora: python3-devel)")
    cc = shlex.split(os.environ.get("CC", "cc"))
    flags = FLAGS.split() + shlex.split(os.environ.get("CFLAGS", ""))
    encodings = re.findall(r"(?m)^    X\((\w+),", read("c/encodings.h").decode())

    def one(name):
        upper, made = name.upper(), os.path.join(folder, name + ".o")
        names = [f"-DPREFIX={name}", f'-DSOURCE="{name}.c"', f"-D{upper}_STATIC"] + [f"-D{upper}_NO_{w}" for w in WITHOUT.split()]
        run(cc + flags + names + ["-I", "c", "-c", "c/binding.c", "-o", made], "compiling")
        return made

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(one, encodings))
    module, target = os.path.join(folder, "module.o"), os.path.join(folder, "_u8gen.abi3.so")
    run(cc + flags + ["-I", "c", "-I", include, "-c", "c/module.c", "-o", module], "compiling")
    link = ["-bundle", "-undefined", "dynamic_lookup", "-Wl,-dead_strip"] if sys.platform == "darwin" else ["-shared", "-Wl,--gc-sections", "-s"]
    run(cc + flags + link + objects + [module, "-o", target], "linking")
    return target


# ---- The files ----


def tag():
    return "cp311-abi3-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def refuse_platform():
    if sys.implementation.name != "cpython" or sys.version_info < (3, 11):
        fail("the module needs CPython 3.11 or later, for the stable ABI")
    if sys.platform == "win32":
        fail("this build needs a compiler with the options of gcc; on Windows, build the C with CMake instead")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    refuse_platform()
    version = project()["version"]
    info = f"u8gen-{version}.dist-info/"
    files = {"u8gen/" + os.path.basename(n): read(n) for n in sorted(glob.glob(os.path.join(HERE, "u8gen", "*.py")))}
    with tempfile.TemporaryDirectory() as folder:
        files["u8gen/_u8gen.abi3.so"] = read(compile_module(folder))
    wheel = f"Wheel-Version: 1.0\nGenerator: u8gen\nRoot-Is-Purelib: false\nTag: {tag()}\n"
    files.update({info + "METADATA": metadata(), info + "WHEEL": wheel.encode(), info + "LICENSE": read("LICENSE")})
    record = io.StringIO()
    for name, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).decode().rstrip("=")
        record.write(f"{name},sha256={digest},{len(text)}\n")
    files[info + "RECORD"] = (record.getvalue() + info + "RECORD,,\n").encode()
    target = f"u8gen-{version}-{tag()}.whl"
    path = os.path.join(wheel_directory, target)
    with zipfile.ZipFile(path + ".new", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)  # dated 1980-01-01
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text)
    os.replace(path + ".new", path)
    return target


def build_sdist(sdist_directory, config_settings=None):
    version = project()["version"]
    files, built = {"PKG-INFO": metadata()}, os.path.abspath(sdist_directory)
    for folder, inner, names in os.walk(HERE):
        # The output folder may be inside HERE; it is left out.
        inner[:] = [one for one in inner if os.path.join(folder, one) != built]
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), HERE)
            if not re.search(r"\.pyc$|\.so$", path):
                files[path] = read(path)
    target = f"u8gen-{version}.tar.gz"
    path = os.path.join(sdist_directory, target)
    with open(path + ".new", "wb") as raw, gzip.GzipFile("", "wb", 6, raw, 0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name in sorted(files):
                entry = tarfile.TarInfo(f"u8gen-{version}/{name}")
                entry.size = len(files[name])
                archive.addfile(entry, io.BytesIO(files[name]))
    os.replace(path + ".new", path)
    return target


if __name__ == "__main__":
    for build in (build_wheel, build_sdist):
        path = os.path.join(sys.argv[1], build(os.path.abspath(sys.argv[1])))
        print(f"{path}: {os.path.getsize(path)} bytes")
