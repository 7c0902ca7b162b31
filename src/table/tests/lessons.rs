//! The lessons of a first game are true under all house rules, for all players.

use super::super::HINTS;
use super::*;
use crate::rules::{Level, OptionKind, OptionSpec, OptionValue};

/// Returns headers of the kind, each with one house rule that isn't the default, and the name and
/// the value of the house rule.
fn house_rules(kind: Kind) -> Vec<(String, Header)> {
    let shared = option_specs(kind).into_iter().filter(|spec| spec.name == HINTS);
    let specs = kind.options().into_iter().chain(shared);
    let changed = specs.flat_map(|spec| {
        values(&spec).into_iter().filter(move |value| *value != spec.default).map(move |value| {
            let mut header = header(kind, None, 1);
            let rule = format!("{kind} {}={value}", spec.name);
            // In these games, advice is slow to compute.
            if matches!(kind, Kind::Spy | Kind::Espionage) {
                header.options.insert(HINTS.to_owned(), OptionValue::Word("counts".to_owned()));
            }
            header.options.insert(spec.name.to_owned(), value);
            (rule, header)
        })
    });
    // A value that is valid by itself may not fit the other options.
    let is_legal = |(_, header): &(String, Header)| AnyTable::new(header).is_ok();
    let default = (kind.to_string(), header(kind, None, 1));
    [default].into_iter().chain(changed.filter(is_legal)).collect()
}

/// Returns some values of an option.
fn values(spec: &OptionSpec) -> Vec<OptionValue> {
    let words = |words: &[&str]| words.iter().map(|word| spec.read(word).expect("legal")).collect();
    match (&spec.kind, &spec.default) {
        (OptionKind::Flag, _) => words(&["false", "true"]),
        (OptionKind::Number { min, max, .. }, OptionValue::Number(usual)) => {
            // 0 can mean that there is no limit.
            let near = [*min, min + 1, usual + 1, *max].into_iter();
            near.map(OptionValue::Number).filter(|value| spec.check(value).is_ok()).collect()
        }
        (OptionKind::Word(all) | OptionKind::Lines { presets: all, .. }, _) => words(all),
        (OptionKind::Numbers { .. }, _) => match spec.name {
            "multi" => words(&["2", "2,2", "5,5,5"]),
            "lengths" => words(&["3", "2,2,2", "1,1,2,3,4,5,6"]),
            "colored-die" => words(&["1", "3"]),
            name => panic!("no values for {name}"),
        },
        (kind, usual) => panic!("{kind} has the default {usual}"),
    }
}

fn set(kind: Kind, name: &str, typed: &str) -> Header {
    let spec = option_specs(kind).into_iter().find(|spec| spec.name == name).expect("an option");
    let mut header = header(kind, None, 1);
    header.options.insert(name.to_owned(), spec.read(typed).expect("a value"));
    header
}

/// Bots play. Before each move of each player, checks the player's lesson.
fn play(rule: &str, header: &Header) {
    let kind = Kind::from_id(&header.kind).expect("a kind");
    let mut game = Game::random(header, 7);
    let lessons = kind.lessons(&header.options);
    let mut moves = vec![0; header.seats.len()];
    while let Some(due) = game.due()
        && moves.iter().any(|count| *count < lessons.len())
        && game.turns.len() < 60
    {
        let (keys, now) = (&game.keys[due.index()], game.plan(Intent::Nothing).sent);
        let Some(typed) = game.table.choose(keys, now, Level::Any, [3; 32]) else {
            game.goes(Intent::Nothing);
            continue;
        };
        // A guess ends the game.
        if [kind.decides(), kind.decline()].contains(&typed.split(' ').next()) {
            return;
        }
        if let Some(lesson) = lessons.get(moves[due.index()]) {
            can_be_typed(&game, due, lesson, rule);
        }
        moves[due.index()] += 1;
        game.moves(&typed);
    }
    assert!(game.due().is_none() || game.turns.len() > 9, "{rule}");
}

/// Checks that the player can type each move that the lesson quotes.
fn can_be_typed(game: &Game, seat: Seat, lesson: &str, rule: &str) {
    let (keys, now) = (&game.keys[seat.index()], game.plan(Intent::Nothing).sent);
    let accepts = |typed: &str| {
        let refused = game.composed(&game.plan(Intent::Move(typed.to_owned()))).err();
        assert!(refused.is_none(), "{rule}: {typed}, {refused:?}\n{lesson}");
    };
    if lesson.contains("{move}") || lesson.contains("{piece}") {
        let examples = game.table.examples(keys, now);
        accepts(&examples.first().expect("a suggestion").0);
        let piece = examples[0].0.split([' ', '-', ';', ',']).next().expect("a piece");
        let moves = game.table.moves_of(keys, now, piece);
        assert!(!lesson.contains("{piece}") || matches!(moves, Some(Ok(_))), "{rule}: {lesson}");
    }
    // `M4` is a note on the map of hints. A square of pencil marks doesn't have to be a legal move.
    let is_square = |word: &&str| {
        let is_name = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let (digit, letter) = (u8::is_ascii_digit, u8::is_ascii_uppercase);
        is_name && *word != "M4" && [digit, letter].iter().all(|is| word.bytes().any(|b| is(&b)))
    };
    let words: Vec<&str> = lesson
        .split_whitespace()
        .map(|word| word.trim_matches(['.', ',', ';', ':', '(']))
        .collect();
    let mut rest = words.iter().filter(|_| !lesson.contains("pbem mark")).copied().peekable();
    while let Some(word) = rest.next() {
        if is_square(&word) {
            accepts(word);
        } else if word == "guess" && rest.peek().is_some_and(is_square) {
            let corners: Vec<&str> = std::iter::from_fn(|| rest.next_if(is_square)).collect();
            accepts(&format!("guess {}", corners.join(" ")));
        }
    }
}

#[test]
fn lessons_quote_legal_moves_under_all_house_rules() {
    for kind in Kind::published() {
        for (rule, header) in house_rules(kind) {
            play(&rule, &header);
        }
    }
}

/// Only the suggestions name pieces of Enemy Agent, because each side has pieces with other names.
#[test]
fn lessons_of_enemy_agent_name_no_pieces_or_squares() {
    let kind = Kind::from_id("enemy-agent").expect("a kind");
    for (rule, header) in house_rules(kind) {
        for lesson in kind.lessons(&header.options) {
            assert!(!lesson.contains(|sign: char| sign.is_ascii_digit()), "{rule}: {lesson}");
        }
    }
}

#[test]
fn lessons_mention_hints_only_if_there_are_hints() {
    for kind in Kind::published() {
        let mentions = |header: &Header| {
            kind.lessons(&header.options).iter().filter(|lesson| lesson.contains("hint")).count()
        };
        assert_eq!(mentions(&set(kind, HINTS, "none")), 0, "{kind}");
        assert!(mentions(&set(kind, HINTS, "counts")) > 0, "{kind}");
    }
    let espionage = Kind::from_id("espionage").expect("a kind");
    let lessons = espionage.lessons(&set(espionage, "open", "true").options).join("\n");
    assert!(!lessons.contains("hint"), "all is known: {lessons}");
}

/// Every condition names an option and a value that the option can have.
#[test]
fn conditions_of_lessons_are_resolved() {
    for kind in Kind::published() {
        for (rule, header) in house_rules(kind) {
            let lessons = kind.lessons(&header.options).join("\n");
            let rest = ["{game}", "{move}", "{piece}"]
                .iter()
                .fold(lessons, |text, placeholder| text.replace(placeholder, "X"));
            let is_clean = !rest.contains(['{', '}', '=']) && !rest.contains(" .");
            assert!(is_clean && rest.len() > 900, "{rule}: {rest}");
        }
    }
}

/// These parts of lessons are false under the house rule.
#[test]
fn lessons_follow_the_house_rules() {
    for (kind, name, value, said) in [
        ("checkpoint-danger", "allow-repeat-calls", "true", "can't call a square twice"),
        ("checkpoint-danger", "allow-danger-bluff", "true", "knows where that agent is"),
        ("enemy-agent", "stop-cards", "0", "DO NOT PASS"),
        ("enemy-agent", "stop-card-ends-turn", "false", "ends your turn"),
        ("espionage", "moves-per-turn", "1", "two different pieces"),
        ("espionage", "moves-per-turn", "1", "Both of your moves"),
        ("espionage", "open", "true", "but not what they are"),
        ("espionage", "volcanoes", "none", "volcano"),
        ("espionage", "draw-turns", "20", "last 50 turns"),
        ("game-box", "guns", "0", "A gun costs you a bomb"),
        ("game-box", "miss-limit", "10", "play safe by calling known misses"),
        ("game-box", "last-survivor-wins", "true", "going out too"),
        ("spy", "lengths", "1,1,2,3,4,5,6", "guess 5F"),
    ] {
        let kind = Kind::from_id(kind).expect("a kind");
        let lessons = |header: &Header| kind.lessons(&header.options).join("\n");
        assert!(lessons(&header(kind, None, 1)).contains(said), "{kind}: {said}");
        let changed = lessons(&set(kind, name, value));
        assert!(!changed.contains(said), "{name}={value}: {said}\n{changed}");
    }
}

/// These rules were once missing or wrong in the lessons.
#[test]
fn lessons_agree_with_the_rules() {
    for (kind, said) in [
        ("checkpoint-danger", "each plain call also shows you an empty square"),
        ("enemy-agent", "enough to reach the path along the wall with at least one step to spare"),
        ("enemy-agent", "already on that path, any doubles will do"),
        ("spy", "A space without a line is warm if a hot space is next to it"),
        ("spy", "if the bot did, you guess instead of answering"),
    ] {
        let kind = Kind::from_id(kind).expect("a kind");
        let lessons = kind.lessons(&header(kind, None, 1).options).join("\n");
        assert!(lessons.contains(said), "{kind}: {said}");
    }
}
