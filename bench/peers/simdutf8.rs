// SPDX-License-Identifier: 0BSD
// The validators of the crate simdutf8, one for each of its implementations on x86-64 and ARM64, and the public one.

use std::os::raw::{c_char, c_int};

#[no_mangle]
pub extern "C" fn bench_version() -> *const c_char {
    concat!("simdutf8 by ", env!("RUSTC_VERSION"), "\0").as_ptr().cast()
}

#[cfg(target_arch = "x86_64")]
#[no_mangle]
pub unsafe extern "C" fn simdutf8_avx2(bytes: *const u8, size: usize) -> c_int {
    use simdutf8::basic::imp::x86::avx2::validate_utf8;
    if !is_x86_feature_detected!("avx2") {
        return -1;
    }
    validate_utf8(std::slice::from_raw_parts(bytes, size)).is_ok() as c_int
}

#[cfg(target_arch = "x86_64")]
#[no_mangle]
pub unsafe extern "C" fn simdutf8_sse(bytes: *const u8, size: usize) -> c_int {
    use simdutf8::basic::imp::x86::sse42::validate_utf8;
    if !is_x86_feature_detected!("sse4.2") {
        return -1;
    }
    validate_utf8(std::slice::from_raw_parts(bytes, size)).is_ok() as c_int
}

// The function that users call. Below 64 bytes it calls std, otherwise the fastest implementation.
#[cfg(target_arch = "x86_64")]
#[no_mangle]
pub unsafe extern "C" fn simdutf8_public(bytes: *const u8, size: usize) -> c_int {
    if !is_x86_feature_detected!("avx2") {
        return -1;
    }
    simdutf8::basic::from_utf8(std::slice::from_raw_parts(bytes, size)).is_ok() as c_int
}

#[cfg(target_arch = "aarch64")]
#[no_mangle]
pub unsafe extern "C" fn simdutf8_neon(bytes: *const u8, size: usize) -> c_int {
    use simdutf8::basic::imp::aarch64::neon::validate_utf8;
    validate_utf8(std::slice::from_raw_parts(bytes, size)).is_ok() as c_int
}
