//! Uuencoded attachments, which some mail programs still write into the text.

/// Maximum number of attachments to decode from one part.
const MOST: usize = 64;

/// Decodes each attachment: the data between a line `begin 644 NAME` and `end`, or up to the first
/// malformed line if the end is missing. The name is ignored. All results together are shorter than
/// the text.
pub(super) fn attachments(text: &[u8]) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    let mut open = false;
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        open = open && found.last_mut().is_some_and(|bytes| decode(line, bytes).is_some());
        if !open && begins(line) {
            if found.len() == MOST {
                break;
            }
            found.push(Vec::new());
            open = true;
        }
    }
    found
}

fn begins(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"begin ") else { return false };
    let mode = rest.iter().take_while(|byte| (b'0'..=b'7').contains(byte)).count();
    (3..=4).contains(&mode) && rest.get(mode) == Some(&b' ') && rest.len() > mode + 1
}

/// Decodes a line of data. The first character of the line encodes its number of bytes. Returns
/// `None` for any other line, and for the last line of an attachment.
fn decode(line: &[u8], into: &mut Vec<u8>) -> Option<()> {
    let (first, signs) = line.split_first()?;
    let count = usize::from(six_bits(*first)?);
    let length = count.div_ceil(3) * 4;
    // Some programs add one or two check characters; spaces at the end of the line may be lost.
    if count == 0 || !(length.saturating_sub(3)..=length + 2).contains(&signs.len()) {
        return None;
    }
    let mut bytes = Vec::with_capacity(length);
    let padded = signs.iter().copied().chain(std::iter::repeat(b' ')).take(length);
    let bits = padded.map(six_bits).collect::<Option<Vec<u8>>>()?;
    for four in bits.chunks(4) {
        let word = four.iter().fold(0_u32, |word, six| (word << 6) | u32::from(*six));
        bytes.extend(word.to_be_bytes().into_iter().skip(1));
    }
    into.extend(bytes.into_iter().take(count));
    Some(())
}

fn six_bits(sign: u8) -> Option<u8> {
    (b' '..=b'`').contains(&sign).then(|| (sign - b' ') & 0x3f)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let found = attachments(text.as_bytes()).into_iter();
        found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
    }

    #[test]
    fn data_between_begin_and_end_is_decoded() {
        // The usual example of the format.
        assert_eq!(texts("Hi,\r\n\r\nbegin 644 cat.txt\r\n#0V%T\r\n`\r\nend\r\nbye\r\n"), ["Cat"]);
        let whole = "begin 0600 a b\n::'1T<#HO+W=W=RYW:6MI<&5D:6$N;W)G#0H\n \nend\n";
        assert_eq!(texts(whole), ["http://www.wikipedia.org\r\n"]);
        assert_eq!(texts("begin 644 x\n#0V%T\nbegin 644 y\n#0V%T\n"), ["Cat", "Cat"], "no end");
        assert_eq!(texts("begin 644 x\n#0V%T\nend\n#0V%T\n"), ["Cat"], "nothing behind the end");
        assert_eq!(texts("begin the day\nbegin 644\nbegin 999 x\n#0V%T\n"), [""; 0]);
    }

    #[test]
    fn false_lengths_are_bounded_by_the_data() {
        // The lines declare 45 bytes and one byte.
        assert_eq!(texts("begin 644 x\nM0V%T\n"), [""]);
        assert_eq!(texts("begin 644 x\n#0V%\n"), ["Ca@"], "a blank was lost");
        assert_eq!(texts("begin 644 x\n!0V%T\n"), ["C"]);
        assert_eq!(texts("begin 644 x\n!0V%T0V%T\n"), [""], "a line that cannot be");
        assert_eq!(texts("begin 644 x\n#0V~T\n#0V%T\n"), [""]);
        let many = "begin 644 x\n".repeat(10_000);
        assert_eq!(attachments(many.as_bytes()).len(), MOST);
        for line in ["M\n", "!1\n", "!1  x\n"] {
            let long = ["begin 644 x\n", &line.repeat(2 << 20)].concat();
            let all: usize = attachments(long.as_bytes()).iter().map(Vec::len).sum();
            assert!(all < long.len(), "{line:?}");
        }
    }
}
