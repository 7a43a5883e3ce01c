// SPDX-License-Identifier: 0BSD
//! Rust's standard library as a decoder of UTF-8.
//!
//! In: a way to decode or convert, `from_utf8`, `lossy`, `encode_utf16`, `decode_utf16` or `from_u32`; blocks of sources on standard
//! input, as tests/outside/stream.h describes them. Out: an answer for each source.
use std::io::{self, BufReader, BufWriter, Read, Write};

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | byte as usize)
}

fn put(out: &mut Vec<u8>, count: usize) {
    out.extend_from_slice(&(count as u32).to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b't');
    put(out, bytes.len());
    out.extend_from_slice(bytes);
}

fn put_part(out: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    out.push(b'p');
    put(out, offset);
    put(out, bytes.len());
    out.extend_from_slice(bytes);
}

fn units(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(|unit| unit.to_le_bytes()).collect()
}

fn from_utf8(text: &[u8], out: &mut Vec<u8>) {
    match std::str::from_utf8(text) {
        Ok(_) => out.push(b'y'),
        Err(error) => {
            out.push(b'l');
            put(out, error.valid_up_to());
            // None: the text ends inside a character.
            put(out, error.error_len().unwrap_or(text.len() - error.valid_up_to()));
        }
    }
}

fn lossy(text: &[u8], out: &mut Vec<u8>) {
    put_text(out, String::from_utf8_lossy(text).as_bytes());
}

fn encode_utf16(text: &[u8], out: &mut Vec<u8>) {
    match std::str::from_utf8(text) {
        Ok(string) => put_text(out, &units(string)),
        Err(error) => {
            let whole = std::str::from_utf8(&text[..error.valid_up_to()]).unwrap();
            put_part(out, error.valid_up_to(), &units(whole));
        }
    }
}

/// Collects characters up to the first fault; `width` is the number of bytes of the source for a character.
fn collect(source: &[u8], characters: impl Iterator<Item = Option<char>>, width: fn(char) -> usize, out: &mut Vec<u8>) {
    let (mut text, mut read) = (String::new(), 0);
    for character in characters {
        match character {
            Some(c) => {
                text.push(c);
                read += width(c);
            }
            None => return put_part(out, read, text.as_bytes()),
        }
    }
    assert_eq!(read, source.len());
    put_text(out, text.as_bytes());
}

fn decode_utf16(source: &[u8], out: &mut Vec<u8>) {
    let units = source.chunks(2).map(|unit| number(unit) as u16);
    collect(source, char::decode_utf16(units).map(Result::ok), |c| 2 * c.len_utf16(), out);
}

fn from_u32(source: &[u8], out: &mut Vec<u8>) {
    collect(source, source.chunks(4).map(|unit| char::from_u32(number(unit) as u32)), |_| 4, out);
}

fn main() -> io::Result<()> {
    let way = std::env::args().nth(1).expect("a way");
    let answer = match way.as_str() {
        "from_utf8" => from_utf8,
        "lossy" => lossy,
        "encode_utf16" => encode_utf16,
        "decode_utf16" => decode_utf16,
        "from_u32" => from_u32,
        _ => panic!("unknown way {}", way),
    };
    let (mut input, mut output) = (BufReader::new(io::stdin()), BufWriter::new(io::stdout()));
    let (mut head, mut block, mut out) = ([0; 8], Vec::new(), Vec::new());
    while input.read_exact(&mut head).is_ok() {
        let (count, size) = (number(&head[..4]), number(&head[4..]));
        block.resize(count * size, 0);
        input.read_exact(&mut block)?;
        for i in 0..count {
            answer(&block[i * size..(i + 1) * size], &mut out);
        }
        output.write_all(&out)?;
        out.clear();
    }
    output.flush()
}
