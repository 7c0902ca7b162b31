//! The finished games of `examples/` match their README: for every game an honest file, a file with
//! a lie and a damaged file.

use std::fs;
use std::path::PathBuf;

use pbem::audit::{self, Verdict, VerdictKind};
use pbem::games::Kind;
use pbem::turnfile;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples")
}

fn verdict(name: &str) -> Verdict {
    let path = folder().join(format!("{name}.toml"));
    let kind = name.trim_end_matches("-lied").trim_end_matches("-broken");
    let bytes = fs::read(&path).unwrap_or_else(|_| {
        panic!("{name}.toml is not there: pbem demo {kind} --fast --keep examples")
    });
    audit::verify(&turnfile::read(&bytes))
}

#[test]
fn every_game_has_an_honest_example() {
    for kind in Kind::published() {
        let verdict = verdict(kind.id());
        assert_eq!(verdict.kind, VerdictKind::Honest, "{kind}: {:?}", verdict.findings);
        assert_eq!(verdict.game, Some(kind));
        assert!(verdict.result.is_some(), "{kind} has come to an end");
        assert!(verdict.missing_reveals.is_empty(), "{kind}");
    }
}

#[test]
fn liar_is_named_in_every_example() {
    for kind in Kind::published() {
        let verdict = verdict(&format!("{kind}-lied"));
        assert_eq!(verdict.kind, VerdictKind::Dishonest, "{kind}");
        let [finding] = verdict.findings.as_slice() else {
            panic!("{kind}: {:?}", verdict.findings)
        };
        let result = verdict.result.unwrap_or_else(|| panic!("{kind} has a result"));
        assert!(!result.winners.contains(&finding.seat), "{kind}: a liar does not win");
    }
}

#[test]
fn damaged_example_accuses_no_one() {
    for kind in Kind::published() {
        let verdict = verdict(&format!("{kind}-broken"));
        assert_eq!(verdict.kind, VerdictKind::Damaged, "{kind}");
        assert!(verdict.findings.is_empty(), "{kind}: {:?}", verdict.findings);
        assert!(
            verdict.intact > 0 && verdict.intact < verdict.turns,
            "{kind}: the turns before the damage are intact"
        );
    }
}

#[test]
fn damaged_example_differs_by_one_character() {
    for kind in Kind::published() {
        let read = |name: String| fs::read(folder().join(name)).expect("the example is there");
        let (honest, broken) = (read(format!("{kind}.toml")), read(format!("{kind}-broken.toml")));
        assert_eq!(honest.len(), broken.len(), "{kind}");
        assert_eq!(
            honest.iter().zip(&broken).filter(|(one, other)| one != other).count(),
            1,
            "{kind}"
        );
    }
}

/// The files are canonical: writing the parsed file again gives the same bytes.
#[test]
fn examples_are_canonical_files() {
    for kind in Kind::published() {
        let text = fs::read_to_string(folder().join(format!("{kind}.toml")))
            .expect("the example is there");
        let file = turnfile::read(text.as_bytes()).file.expect("it can be read");
        assert_eq!(file.write(), text, "{kind}");
    }
}
