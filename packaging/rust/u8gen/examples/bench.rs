// SPDX-License-Identifier: 0BSD
//! The speed of `from_utf8` here and in the standard library, in GB/s: the fastest of several interleaved runs.

use std::time::Instant;

/// A value that the compiler does not know (`std::hint::black_box` needs Rust 1.66).
fn black_box<T: Copy>(value: T) -> T {
    // SAFETY: the reference is valid for reads, and the value is `Copy`.
    unsafe { std::ptr::read_volatile(&value) }
}

fn speed<T: Copy>(bytes: &[u8], check: impl Fn(&[u8]) -> T) -> f64 {
    let calls = 2_000_000 / bytes.len() + 1;
    let begin = Instant::now();
    for _ in 0..calls {
        black_box(check(black_box(bytes)));
    }
    (bytes.len() * calls) as f64 / begin.elapsed().as_secs_f64() / 1e9
}

fn main() {
    println!("| text | bytes | `u8gen::from_utf8` | `std::str::from_utf8` |\n|---|--:|--:|--:|");
    let texts = [("English", "The quick brown fox jumps. "), ("German", "Zwölf große Boxkämpfer. "), ("Chinese", "我能吞下玻璃而不伤身体。"), ("emoji", "😀😃😄")];
    for (name, sentence) in texts {
        for size in [20, 1000, 100_000] {
            let text = sentence.repeat(size / sentence.len() + 1);
            let mut best = (0f64, 0f64);
            for _ in 0..15 {
                best.0 = best.0.max(speed(text.as_bytes(), |bytes| u8gen::from_utf8(bytes).is_ok()));
                best.1 = best.1.max(speed(text.as_bytes(), |bytes| std::str::from_utf8(bytes).is_ok()));
            }
            println!("| {name} | {} | {:.2} | {:.2} |", text.len(), best.0, best.1);
        }
    }
}
