//! The folder of a club on a real disk.

use std::collections::BTreeSet;

use super::*;

fn game() -> TurnFile {
    let text = include_str!("../../../examples/checkpoint-danger.toml");
    TurnFile::read(text.as_bytes()).expect("an example")
}

fn cut(turns: usize) -> TurnFile {
    let mut game = game();
    game.turns.truncate(turns);
    game
}

fn club() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a directory");
    let root = dir.path().join("club");
    ClubFolder::create(&root, "club = 1\n", &Faults::none()).expect("it is new");
    (dir, root)
}

fn files(root: &Path) -> BTreeMap<String, String> {
    let games = root.join("games");
    let names = file::names_in(&games).expect("a folder").into_iter();
    let read = |name: &String| fs::read_to_string(games.join(name)).expect("a file");
    names.map(|name| (name.clone(), read(&name))).collect()
}

fn keep(root: &Path, game: &TurnFile) -> GameKept {
    let mut folder = ClubFolder::open(root, &Faults::none()).expect("a club");
    folder.keep_game(game, &chain(game)).expect("it is stored")
}

fn chain(game: &TurnFile) -> Vec<Bytes32> {
    game.turns.iter().map(Turn::hash).collect()
}

#[test]
fn longer_version_replaces_the_shorter_in_any_order() {
    let expected = {
        let (_dir, root) = club();
        assert_eq!(keep(&root, &game()), GameKept::New);
        files(&root)
    };
    let (_dir, root) = club();
    for turns in [3, 1, 5, 5, 2] {
        keep(&root, &cut(turns));
        assert_eq!(files(&root).len(), 1);
    }
    assert_eq!(keep(&root, &game()), GameKept::New);
    assert_eq!(keep(&root, &game()), GameKept::Known);
    assert_eq!(files(&root), expected);
    assert!(expected.values().all(|text| *text == game().write()));
}

#[test]
fn versions_that_differ_are_both_kept() {
    let (_dir, root) = club();
    let mut other = cut(4);
    other.turns[3].note = Some("another version".to_owned());
    for game in [&cut(2), &other, &game(), &cut(4), &other] {
        keep(&root, game);
    }
    let folder = ClubFolder::open(&root, &Faults::none()).expect("a club");
    let mut versions = folder.versions(&other.game.id()).expect("they are read");
    versions.sort_by_key(|game| game.turns.len());
    assert_eq!(
        versions.iter().map(TurnFile::write).collect::<Vec<_>>(),
        [other.write(), game().write()]
    );
}

/// A player can sign any number of versions of a turn, and mail them in any order.
#[test]
fn versions_that_stay_do_not_depend_on_their_order() {
    let version = |nth: usize| {
        let mut game = cut(3 + nth % 3);
        let last = game.turns.last_mut().expect("a turn");
        last.note = Some(format!("version {nth}"));
        game
    };
    let mut games: Vec<TurnFile> = (0..MOST_VERSIONS + 20).map(version).collect();
    games.extend([game(), cut(4)]);
    // The folder is expected to keep the longest versions that aren't a prefix of another version.
    // Among equally long versions, the hash decides.
    let mut expected = games.clone();
    expected.retain(|game| {
        let own = chain(game);
        let within = |other: &&TurnFile| chain(other).starts_with(&own);
        games.iter().filter(within).count() == 1
    });
    expected.sort_by_key(|game| (game.turns.len(), chain(game).pop()));
    let expected = expected.split_off(expected.len() - MOST_VERSIONS);
    let expected: BTreeSet<String> = expected.iter().map(TurnFile::write).collect();
    for step in [1, 5, 37, 85] {
        let (_dir, root) = club();
        let mut folder = ClubFolder::open(&root, &Faults::none()).expect("a club");
        let mut reports = Vec::new();
        for at in 0..games.len() {
            let game = &games[at * step % games.len()];
            reports.push(folder.keep_game(game, &chain(game)).expect("it is stored"));
        }
        assert!(reports.contains(&GameKept::TooMany));
        let texts: BTreeSet<String> = files(&root).into_values().collect();
        assert!(texts == expected, "{step}: {} files", texts.len());
    }
}

#[test]
fn crash_at_any_write_is_repaired_by_a_second_run() {
    for step in ["create", "write", "rest", "sync", "rename", "sync-directory", "done"] {
        let (_dir, root) = club();
        keep(&root, &cut(3));
        let fault = Faults::failing(&format!("club.{step}"), std::io::ErrorKind::Other, 1);
        let mut folder = ClubFolder::open(&root, &fault.expect("a point")).expect("a club");
        assert!(folder.keep_game(&game(), &chain(&game())).is_err(), "{step}");
        drop(folder);
        keep(&root, &game());
        let names: Vec<_> = files(&root).into_keys().collect();
        let head = digits(&game().turns.last().expect("a turn").hash());
        assert_eq!(names, [format!("{}-{head}.toml", hex::encode(game().game.id()))], "{step}");
    }
}

#[test]
#[cfg(unix)]
fn links_and_foreign_files_are_neither_followed_nor_overwritten() {
    use std::os::unix::fs::symlink;
    let (dir, root) = club();
    keep(&root, &game());
    let name = files(&root).into_keys().next().expect("a name");
    let (path, mine) = (root.join("games").join(&name), dir.path().join("mine"));
    fs::write(&mine, "mine").expect("it can be written");
    for turn in [0, 1] {
        fs::remove_file(&path).expect("it is there");
        if turn == 0 {
            symlink(&mine, &path).expect("a link");
        } else {
            fs::write(&path, "mine").expect("it can be written");
        }
        let mut folder = ClubFolder::open(&root, &Faults::none()).expect("a club");
        assert!(folder.versions(&game().game.id()).is_err());
        let mut other = game();
        other.turns.pop();
        assert!(folder.keep_game(&other, &chain(&other)).is_err());
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "mine");
    }
    let games = root.join("games");
    fs::rename(&games, dir.path().join("elsewhere")).expect("it is moved");
    symlink(dir.path().join("elsewhere"), &games).expect("a link");
    let opened = ClubFolder::open(&root, &Faults::none());
    assert!(matches!(opened, Err(DiskError::NotADirectory(_))));
}

#[test]
fn new_club_needs_an_empty_folder() {
    let (dir, root) = club();
    let again = ClubFolder::create(&root, "club = 1\n", &Faults::none());
    assert!(matches!(again, Err(DiskError::Exists(_))));
    fs::write(dir.path().join("letter"), "mine").expect("it can be written");
    assert!(ClubFolder::create(dir.path(), "club = 1\n", &Faults::none()).is_err());
    assert!(!dir.path().join("club.toml").exists());
}
