// SPDX-License-Identifier: 0BSD
//! The functions that allocate: repair, decoding and encoding.

use crate::{sys, Encoding, Error};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// The number of code points that are converted at once.
const PIECE: usize = 256;

/// A character that the encoding does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeError {
    offset: usize,
    character: char,
}

impl EncodeError {
    /// The offset of the character in the string, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The character.
    pub fn character(&self) -> char {
        self.character
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the encoding does not have U+{:04X}, at byte {}", u32::from(self.character), self.offset)
    }
}

#[cfg(feature = "std")]
impl std::error::Error for EncodeError {}

pub(crate) fn repair<E: Encoding + ?Sized>(bytes: &[u8]) -> Cow<'_, [u8]> {
    if E::is_valid(bytes) {
        return Cow::Borrowed(bytes);
    }
    let mut to = vec![0; E::repaired_len(bytes)];
    let (_, written) = E::repair_to(bytes, &mut to);
    to.truncate(written);
    Cow::Owned(to)
}

/// Converts the beginning of a well-formed text to code points. Returns the numbers of bytes read and of code points.
fn to_units<E: Encoding + ?Sized>(bytes: &[u8], units: &mut [u32]) -> (usize, usize) {
    // SAFETY: the slices are readable and writable.
    let result = unsafe { (E::table().to_utf32)(bytes.as_ptr().cast(), bytes.len(), units.as_mut_ptr(), units.len()) };
    (result.read, result.written)
}

/// Appends the characters of a well-formed text. If a code point is not a `char`, calls `other` with the offset and the length
/// of its bytes: `other` returns the character to append, or an error.
fn append<E: Encoding + ?Sized>(
    bytes: &[u8],
    string: &mut String,
    mut other: impl FnMut(usize, usize) -> Result<char, Error>,
) -> Result<(), Error> {
    let (mut units, mut before) = ([0; PIECE], [0; PIECE]);
    let mut at = 0;
    while at < bytes.len() {
        let (read, written) = to_units::<E>(&bytes[at..], &mut units);
        for (i, &unit) in units[..written].iter().enumerate() {
            let character = match char::from_u32(unit) {
                Some(character) => character,
                None => {
                    let offset = at + to_units::<E>(&bytes[at..], &mut before[..i]).0;
                    other(offset, to_units::<E>(&bytes[offset..], &mut before[..1]).0)?
                }
            };
            string.push(character);
        }
        assert!(read > 0, "a well-formed text is read");
        at += read;
    }
    Ok(())
}

pub(crate) fn decode<E: Encoding + ?Sized>(bytes: &[u8]) -> Result<String, Error> {
    E::validate(bytes)?;
    let mut string = String::with_capacity(bytes.len());
    append::<E>(bytes, &mut string, |offset, length| {
        let error = sys::Error { offset: offset as u64, length, ..sys::Error::default() };
        Err(Error { fault: "not_a_char", ..Error::new(E::table(), &error) })
    })?;
    Ok(string)
}

pub(crate) fn decode_lossy<E: Encoding + ?Sized>(mut bytes: &[u8]) -> String {
    let mut string = String::with_capacity(bytes.len());
    loop {
        let found = E::validate(bytes);
        let good = found.map_or_else(|error| error.valid_up_to(), |()| bytes.len());
        append::<E>(&bytes[..good], &mut string, |_, _| Ok(char::REPLACEMENT_CHARACTER)).unwrap_or(());
        match found {
            Ok(()) => return string,
            Err(error) => bytes = &bytes[good + error.ill_formed_len()..],
        }
        string.push(char::REPLACEMENT_CHARACTER);
    }
}

pub(crate) fn encode<E: Encoding + ?Sized>(string: &str) -> Result<Vec<u8>, EncodeError> {
    if string.is_ascii() && E::is_valid(string.as_bytes()) {
        return Ok(string.as_bytes().to_vec());
    }
    let units: Vec<u32> = string.chars().map(u32::from).collect();
    // SAFETY: the slice is readable.
    let mut bytes = vec![0; unsafe { (E::table().size_of_utf32)(units.as_ptr(), units.len()) }];
    // SAFETY: the slices are readable and writable.
    let result = unsafe { (E::table().from_utf32)(units.as_ptr(), units.len(), bytes.as_mut_ptr().cast(), bytes.len()) };
    match string.char_indices().nth(result.read) {
        Some((offset, character)) => Err(EncodeError { offset, character }),
        None => Ok(bytes),
    }
}
