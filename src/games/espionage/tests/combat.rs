//! The table of fights.

use super::super::Espionage;
use super::super::kind::{Clash, Kind};
use crate::board::NotCanonical;
use crate::rules::Boxes;

/// The table in the rules: the attacker on the left, the defender above. The attacker wins (W),
/// falls (L), or takes the Headquarters (H).
pub(super) const TABLE: [(char, &str); 7] = [
    //     Columns: 12345SEMH.
    ('1', "WLLLLWWLH"),
    ('2', "WWLLLWWLH"),
    ('3', "WWWLLWWLH"),
    ('4', "WWWWLWWLH"),
    ('5', "WWWWWWWLH"),
    ('S', "LLLLLWWLH"),
    ('E', "LLLLWWWWH"),
];

/// Returns the result of an attack according to the table; `None` if the table has no such row or
/// column.
pub(super) fn by_table(attacker: char, defender: char) -> Option<Clash> {
    let (_, line) = TABLE.iter().find(|(sign, _)| *sign == attacker)?;
    let field = line.chars().zip("12345SEMH".chars()).find(|(_, sign)| *sign == defender)?.0;
    Some(match field {
        'W' => Clash::Takes,
        'L' => Clash::Falls,
        _ => Clash::Headquarters,
    })
}

#[test]
fn all_63_fields_are_as_the_rules_say() {
    let mut fields = 0;
    for attacker in Kind::ALL {
        for defender in Kind::ALL {
            let due = by_table(attacker.sign(), defender.sign());
            fields += u32::from(due.is_some());
            assert_eq!(attacker.attacks(defender), due, "{attacker} attacks {defender}");
            let fallen = due.map(|clash| (clash, clash == Clash::Falls));
            assert_eq!(<Espionage as Boxes<_>>::fight(&attacker, &defender), fallen);
        }
    }
    assert_eq!(fields, 63);
}

#[test]
fn kinds_have_numbers_signs_and_words() {
    for (number, (sign, word)) in [
        ('.', "empty"),
        ('1', "corporal"),
        ('2', "lieutenant"),
        ('3', "captain"),
        ('4', "colonel"),
        ('5', "general"),
        ('S', "spy"),
        ('E', "sapper"),
        ('M', "mine"),
        ('H', "headquarters"),
    ]
    .into_iter()
    .enumerate()
    {
        let kind = Kind::of_sign(sign).expect("a kind");
        assert_eq!(usize::from(kind.number()), number);
        assert_eq!(Kind::of_number(kind.number()), Some(kind));
        assert_eq!(kind.to_string(), word);
        assert_eq!(word.parse(), Ok(kind));
    }
    assert_eq!(Espionage::watcher().map(Kind::number), Some(6));
    assert_eq!(Kind::of_number(10), None);
    assert_eq!("Spy".parse::<Kind>(), Err(NotCanonical));
}

#[test]
fn every_attacker_takes_a_spy() {
    for attacker in Kind::ALL.into_iter().filter(|kind| kind.walks()) {
        assert_eq!(attacker.attacks(Kind::Spy), Some(Clash::Takes));
    }
}

#[test]
fn answers_are_words() {
    assert_eq!(
        Espionage::outcomes().iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["takes", "falls", "headquarters"]
    );
    for clash in Clash::ALL {
        assert_eq!(clash.to_string().parse(), Ok(clash));
    }
}
