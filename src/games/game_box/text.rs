//! Private stand-in until `board::text` is there.

/// Typed text in plain ASCII where it can be.
pub(super) fn plain(typed: &str) -> String {
    let mapped: String = typed
        .chars()
        .map(|sign| match sign {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            '\u{a0}' | '\u{202f}' | '\t' | '\n' | '\r' => ' ',
            'А' | 'а' => 'A',
            'В' | 'в' => 'B',
            'С' | 'с' => 'C',
            'Е' | 'е' => 'E',
            'Н' | 'н' => 'H',
            _ => sign,
        })
        .collect();
    mapped.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
