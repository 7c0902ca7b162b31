//! Gzip, ZIP and base64, as small as they get, and the same every time: no dates, no names of
//! machines.

use miniz_oxide::deflate::compress_to_vec;

/// The strongest that there is.
const LEVEL: u8 = 10;

/// The check sum of gzip and ZIP.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 }
        })
    })
}

fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX)
}

/// RFC 1952, without a name or a time.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];
    out.extend(compress_to_vec(bytes, LEVEL));
    out.extend(crc32(bytes).to_le_bytes());
    out.extend(length(bytes).to_le_bytes());
    out
}

/// A ZIP archive of these files, all of 1 January 1980.
pub(crate) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let packed = compress_to_vec(bytes, LEVEL);
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
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let text = b"to and fro, to and fro".repeat(50);
        let packed = gzip(&text);
        let body = &packed[10..packed.len() - 8];
        assert_eq!(miniz_oxide::inflate::decompress_to_vec(body).expect("deflate"), text);
    }
}
