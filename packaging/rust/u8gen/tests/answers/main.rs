// SPDX-License-Identifier: 0BSD
//! Tests with the answers in the file that the variable ANSWERS names (tests/lib/known_answers.lua makes them), and with other texts.

use std::collections::HashMap;
use u8gen::{Encoding, Stream};

struct Answer {
    bytes: Vec<u8>,
    /// Offset, length, fault, and for each byte whether it is expected.
    error: Option<(usize, usize, String, String)>,
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

/// The answers for each encoding, and the fingerprints of their specs.
fn answers() -> (HashMap<String, Vec<Answer>>, HashMap<String, String>) {
    let (mut texts, mut hashes) = (HashMap::<String, Vec<Answer>>::new(), HashMap::new());
    for line in std::fs::read_to_string(std::env::var("ANSWERS").expect("ANSWERS names a file")).unwrap().lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == "hash" {
            hashes.insert(words[1].to_string(), words[2].to_string());
            continue;
        }
        let error = (words.len() == 6).then(|| (words[2].parse().unwrap(), words[3].parse().unwrap(), words[4].into(), words[5].into()));
        texts.entry(words[0].to_string()).or_default().push(Answer { bytes: hex(words[1]), error });
    }
    (texts, hashes)
}

fn stream_of<E: Encoding>(bytes: &[u8], size: usize) -> Result<(), u8gen::Error> {
    let mut stream = Stream::<E>::new();
    for piece in bytes.chunks(size) {
        stream.feed(piece);
    }
    stream.end()
}

/// The text with U+FFFD for each error, by `validate` alone.
fn repaired<E: Encoding>(mut bytes: &[u8]) -> Vec<u8> {
    let mut to = Vec::new();
    while let Err(error) = E::validate(bytes) {
        to.extend_from_slice(&bytes[..error.valid_up_to()]);
        to.extend_from_slice("\u{FFFD}".as_bytes());
        bytes = &bytes[error.valid_up_to() + error.ill_formed_len()..];
    }
    to.extend_from_slice(bytes);
    to
}

fn check<E: Encoding>(answer: &Answer) {
    let bytes = &answer.bytes[..];
    assert_eq!(E::is_valid(bytes), answer.error.is_none(), "{} {:X?}", E::NAME, bytes);
    assert_eq!(E::count(bytes).is_some(), answer.error.is_none());
    for size in 1..4 {
        assert_eq!(stream_of::<E>(bytes, size), E::validate(bytes));
    }
    let want = repaired::<E>(bytes);
    assert_eq!(&*E::repair(bytes), &want[..], "{} {:X?}", E::NAME, bytes);
    assert_eq!(E::repaired_len(bytes), want.len());
    if let Some((offset, length, fault, expected)) = &answer.error {
        let error = E::validate(bytes).unwrap_err();
        assert_eq!((error.valid_up_to(), error.ill_formed_len(), error.fault()), (*offset, *length, &fault[..]));
        assert_eq!(error.error_len(), if fault == "truncated" { None } else { Some(*length) });
        assert!((0..=255).all(|byte| error.expected(byte) == (expected.as_bytes()[byte as usize] == b'1')));
        assert_eq!(E::decode(bytes), Err(error));
    } else if let Ok(string) = E::decode(bytes) {
        let back = E::encode(&string).unwrap();
        assert_eq!(E::decode(&back).unwrap(), string);
        assert_eq!(E::decode_lossy(bytes), string);
    } else {
        let error = E::decode(bytes).unwrap_err();
        assert_eq!(error.fault(), "not_a_char");
        assert!(E::is_valid(&bytes[error.valid_up_to()..][..error.ill_formed_len()]));
    }
}

fn run<E: Encoding>() {
    let (texts, hashes) = answers();
    let name = E::NAME.replace(['-', '.'], "");
    assert!(texts[&name].len() > 50);
    texts[&name].iter().for_each(check::<E>);
    assert_eq!(E::spec_hash(), hashes[&name]);
    // Bytes after a slice do not affect the results, and bytes after the output are not written.
    let bytes = [0xFF; 70];
    for size in 0..64 {
        assert!(E::is_valid(&vec![b'a'; size + 1][..size]));
        assert_eq!(E::validate(&bytes[..size]).is_ok(), size == 0);
        let mut to = [7; 70];
        let (read, written) = E::repair_to(&bytes, &mut to[..size]);
        assert!(written <= size && (read > 0 || size < 6) && to[size..].iter().all(|&byte| byte == 7));
    }
    assert_eq!(E::decode(b"").as_deref(), Ok(""));
    assert_eq!(E::encode("").as_deref(), Ok(&b""[..]));
    let long = "aé€".repeat(100_000);
    assert_eq!(E::decode(&E::encode(&long).unwrap()).unwrap(), long);
}

macro_rules! tests {
    ($($feature:literal $type:ident $name:ident,)*) => {
        $(#[cfg(feature = $feature)]
        #[test]
        fn $name() {
            run::<u8gen::$type>();
        })*
    };
}

include!("encodings.rs");

#[cfg(feature = "utf8")]
#[test]
fn results_are_those_of_the_standard_library() {
    let choices = [0x41, 0x80, 0xBF, 0xC1, 0xC3, 0xE0, 0xED, 0xA0, 0xF0, 0x9F, 0xF4, 0xFF];
    let mut seed = 1u64;
    for _ in 0..20_000 {
        let mut next = |limit: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % limit
        };
        let size = next(12);
        let bytes: Vec<u8> = (0..size).map(|_| choices[next(12) as usize]).collect();
        match (std::str::from_utf8(&bytes), u8gen::from_utf8(&bytes)) {
            (Ok(want), Ok(got)) => assert_eq!(want, got),
            (Err(want), Err(got)) => assert_eq!((want.valid_up_to(), want.error_len()), (got.valid_up_to(), got.error_len())),
            other => panic!("{other:?} for {bytes:X?}"),
        }
        assert_eq!(String::from_utf8_lossy(&bytes), u8gen::Utf8::decode_lossy(&bytes));
        assert_eq!(String::from_utf8_lossy(&bytes).as_bytes(), &*u8gen::Utf8::repair(&bytes));
    }
}

#[cfg(all(feature = "wtf8", feature = "mutf8", feature = "fssutf"))]
#[test]
fn code_points_that_are_not_chars_are_errors_or_are_replaced() {
    use u8gen::{FssUtf, Mutf8, Wtf8};
    let error = Wtf8::decode(b"a\xED\xA0\x80b").unwrap_err();
    assert_eq!((error.valid_up_to(), error.error_len(), error.fault()), (1, Some(3), "not_a_char"));
    assert_eq!(Wtf8::decode_lossy(b"a\xED\xA0\x80b\xFF"), "a\u{FFFD}b\u{FFFD}");
    let long: Vec<u8> = [&b"\xC3\xA9"[..]].repeat(300).concat();
    let error = Mutf8::decode(&[&long[..], b"\xED\xB0\x80"].concat()).unwrap_err();
    assert_eq!((error.valid_up_to(), error.fault()), (600, "not_a_char"));
    let error = Mutf8::decode(b"\xED\xA0\xBD\xED\xB8\x80\xC0\x80\xED\xA0\xBD").unwrap_err();
    assert_eq!((error.valid_up_to(), error.error_len()), (8, Some(3)));
    assert_eq!(FssUtf::decode_lossy(b"a\xF8\x88\x80\x80\x80b"), "a\u{FFFD}b");
    assert_eq!(Mutf8::encode("a\0😀").unwrap(), b"a\xC0\x80\xED\xA0\xBD\xED\xB8\x80");
}

#[cfg(feature = "utf8nonul")]
#[test]
fn encode_reports_a_character_that_the_encoding_lacks() {
    let error = u8gen::Utf8Nonul::encode("é\0").unwrap_err();
    assert_eq!((error.offset(), error.character()), (2, '\0'));
    assert_eq!(error.to_string(), "the encoding does not have U+0000, at byte 2");
    assert_eq!(u8gen::Utf8Nonul::validate(b"a\0").unwrap_err().to_string(), "ill-formed at byte 1: nul");
}
