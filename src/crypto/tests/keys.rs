//! Confirming a key with its whole safety number or with the whole key.

use crate::crypto::*;

fn key(of: u8) -> Bytes32 {
    Identity::from_bytes(&[of; 16]).public()
}

#[test]
fn safety_number_has_thirty_digits_in_six_groups() {
    let number = safety_number(&key(1));
    let groups: Vec<&str> = number.split(' ').collect();
    assert_eq!(groups.len(), 6);
    assert!(
        groups.iter().all(|group| group.len() == 5 && group.parse::<u32>().is_ok()),
        "{number}"
    );
}

#[test]
fn whole_number_or_whole_key_identifies_a_key() {
    let number = safety_number(&key(1));
    let digits = hex::encode(key(1));
    let typed = [
        number.clone(),
        number.replace(' ', ""),
        number.replace(' ', "-"),
        format!("  {}\n", number.replace(' ', " - ")),
        digits.clone(),
        digits.to_uppercase(),
        format!("{} {}", &digits[..20], &digits[20..]),
    ];
    for typed in typed {
        let word = KeyWord::read(&typed).expect("a whole one");
        assert!(word.fits(&key(1)) && !word.fits(&key(2)), "{typed}");
    }
}

#[test]
fn shorter_text_identifies_no_key() {
    let number = safety_number(&key(1)).replace(' ', "");
    for digits in [1, 5, 20, 25, 29] {
        let read = KeyWord::read(&number[..digits]);
        assert_eq!(read, Err(KeyWordError::Length(digits)));
        let hint = read.expect_err("too short").to_string();
        assert!(hint.contains("30 digits") && hint.contains(&format!("typed {digits}")), "{hint}");
    }
    assert_eq!(KeyWord::read(&format!("{number}0")), Err(KeyWordError::Length(31)));
    let whole = hex::encode(key(1));
    let long = format!("{whole}0");
    for typed in ["", " - ", "bob", &whole[..63], &long] {
        assert_eq!(KeyWord::read(typed), Err(KeyWordError::Digits), "{typed}");
    }
}
