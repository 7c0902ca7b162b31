//! Gzip, ZIP and base64 with the best compression. Archives contain no dates and no host names, so
//! each build writes the same bytes.

use std::io;

use crc32fast::hash as crc32;
use zopfli::{Format, Options, compress};

/// Compresses with zopfli, which takes some seconds.
fn packed(bytes: &[u8], format: Format) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    compress(Options::default(), format, bytes, &mut out)?;
    Ok(out)
}

fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX)
}

/// RFC 1952, without a name or a time.
pub(crate) fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    packed(bytes, Format::Gzip)
}

/// Returns a ZIP archive of these files, dated 1 January 1980.
pub(crate) fn zip(files: &[(&str, &[u8])]) -> io::Result<Vec<u8>> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let packed = packed(bytes, Format::Deflate)?;
        let at = length(&out);
        let mut about = Vec::new();
        for part in [20_u16, 0, 8, 0, 0x21] {
            about.extend(part.to_le_bytes());
        }
        for part in [crc32(bytes), length(&packed), length(bytes)] {
            about.extend(part.to_le_bytes());
        }
        about.extend(u16::try_from(name.len()).unwrap_or(0).to_le_bytes());
        about.extend([0, 0]);
        out.extend(b"PK\x03\x04");
        out.extend(&about);
        out.extend(name.as_bytes());
        out.extend(packed);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&about);
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (count, at) = (u16::try_from(files.len()).unwrap_or(0), length(&out));
    let size = length(&directory);
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(size.to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend([0, 0]);
    Ok(out)
}

/// Encodes four bytes as five characters, a sixteenth less than base64. The characters for 0 to 84
/// are `#` to `x`, without `<`. Zeros fill the last group.
pub(crate) fn base85(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(4) * 5);
    for four in bytes.chunks(4) {
        let four = [0, 1, 2, 3].map(|at| four.get(at).copied().unwrap_or(0));
        let all = u32::from_be_bytes(four);
        for power in [85 * 85 * 85 * 85, 85 * 85 * 85, 85 * 85, 85, 1] {
            let sign = b'#' + u8::try_from(all / power % 85).unwrap_or(0);
            out.push(char::from(if sign < b'<' { sign } else { sign + 1 }));
        }
    }
    out
}

/// RFC 4648, with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let part = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let all = (part(0) << 16) | (part(1) << 8) | part(2);
        for (at, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let sign = SIGNS.get((all >> shift & 63) as usize).copied().unwrap_or(b'=');
            out.push(char::from(if at <= three.len() { sign } else { b'=' }));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_sums_and_signs_are_those_of_the_standards() {
        let numbers: [&[u8]; 4] = [&[], &[0; 4], &[0, 0, 0, 24, 0, 0, 0, 25], &[255; 4]];
        assert_eq!(numbers.map(base85), ["", "#####", "####;####=", "v:Z/#"]);
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let text = b"to and fro, to and fro".repeat(50);
        let packed = gzip(&text).expect("it is packed");
        let body = &packed[10..packed.len() - 8];
        assert_eq!(miniz_oxide::inflate::decompress_to_vec(body).expect("deflate"), text);
    }
}
