// SPDX-License-Identifier: 0BSD
// The validator of Rust's standard library, and its repair.

use std::os::raw::{c_char, c_int};

#[no_mangle]
pub extern "C" fn bench_version() -> *const c_char {
    concat!("rust std of ", env!("RUSTC_VERSION"), "\0").as_ptr().cast()
}

#[no_mangle]
pub unsafe extern "C" fn rust_std(bytes: *const u8, size: usize) -> c_int {
    std::str::from_utf8(std::slice::from_raw_parts(bytes, size)).is_ok() as c_int
}

// Repairs a text; returns the size of the result. It is a bench_function of functions.h.
#[no_mangle]
pub unsafe extern "C" fn rust_lossy(bytes: *const u8, size: usize, _to: *mut u8, _room: usize) -> usize {
    let repaired = String::from_utf8_lossy(std::slice::from_raw_parts(bytes, size));
    std::hint::black_box(repaired.as_ptr());
    repaired.len()
}
