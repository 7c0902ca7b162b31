//! Help, completions and manual pages: they know every command.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::harness::Test;

/// The commands, as the program itself lists them.
fn commands() -> Vec<String> {
    let definition = pbem::cli::definition();
    definition
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(|command| command.get_name().to_owned())
        .collect()
}

#[test]
fn the_overview_lists_every_command() {
    let test = Test::new();
    let help = test.pbem("alice", "help").ok();
    assert_eq!(help.out, test.pbem("alice", "--help").ok().out);
    let words: Vec<&str> =
        help.out.split(|ch: char| !ch.is_ascii_alphanumeric() && ch != '-').collect();
    for command in commands().iter().filter(|command| *command != "help") {
        assert!(words.contains(&command.as_str()), "{command} is not in the overview");
    }
    assert!(help.out.lines().all(|line| line.chars().count() <= 80), "{}", help.out);
}

#[test]
fn every_command_explains_itself() {
    let test = Test::new();
    for command in commands() {
        let long = test.pbem("alice", &format!("help {command}")).ok();
        let short = test.pbem("alice", &format!("{command} --help")).ok();
        assert!(
            long.out.contains("Usage:") && short.out.contains("Usage:"),
            "{command}: {}",
            long.out
        );
    }
    assert_snapshot!(test.pbem("alice", "help move").ok().shown(), @r#"
    $ pbem help move
    Answer what is asked of you, then make your move

    Usage: pbem move [OPTIONS] <GAME> [MOVE]...

    Arguments:
      <GAME>
              The file, or the name of your game

      [MOVE]...
              Your move, as `pbem rules` tells for each game

    Options:
          --as <NAME>
              Which seat you speak for, where you have more than one

          --note <TEXT>
              A line to the others

          --json
              Print one JSON object instead of text

          --try
              Show what would be written, and write nothing
              
              [alias: --dry-run]

          --ascii
              Draw with ASCII signs only

          --home <DIR>
              The folder of your vault, instead of `PBEM_HOME` or the usual place

      -h, --help
              Print help

    The answer is worked out from what you hid; you never type it. Where only an answer is due, leave
    the move out.

    Examples:
      pbem move game.toml Fiji 6
      pbem move spy-bob "guess 8C 8D 3D 3H 9H 9F 6F" --try
      pbem move ea-bob "3 to A10; 2 to A6" --note "good luck"
      pbem move - Fiji 6 < game.toml > next.toml
    "#);
    assert_snapshot!(test.pbem("alice", "help exit-codes").ok().shown(), @r#"
    $ pbem help exit-codes
    Exit codes, the same for every command:
      0  done; verify: complete and everyone honest, or forfeit
      1  somebody was dishonest: verify, or a lie proved on arrival in any command
      2  wrong use of the command line
      3  not possible now (not your turn, illegal move); verify: open
      4  the file is damaged, stale, unknown or over a limit, or a fork was met
      5  vault or disk trouble
    Over several files: 1 before 4 before 3 before 0.
    "#);
    assert_snapshot!(test.pbem("alice", "help shuffle").refused(2).shown(), @r#"
    $ pbem help shuffle
    pbem: there is no command `shuffle`
    Next: pbem help
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("alice", "shuffle").refused(2).shown(), @r#"
    $ pbem shuffle
    pbem: unrecognized subcommand 'shuffle'

      Usage: pbem [OPTIONS] [COMMAND]

      For more information, try '--help'.
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("alice", "show").refused(2).shown(), @r#"
    $ pbem show
    pbem: the following required arguments were not provided:
        <GAME>

      Usage: pbem show <GAME>

      For more information, try '--help'.
    (exit code 2)
    "#);
    assert_eq!(
        test.pbem("alice", "--version").ok().out,
        format!("pbem {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let test = Test::new();
    test.pbem("alice", "generate completions completions").ok();
    test.pbem("alice", "generate man man").ok();
    for shell in ["pbem.bash", "_pbem", "pbem.fish", "_pbem.ps1", "pbem.elv"] {
        let script = test.read("alice", &format!("completions/{shell}"));
        for command in commands() {
            assert!(script.contains(&command), "{shell} does not know {command}");
        }
    }
    for command in commands() {
        assert!(
            test.path("alice", &format!("man/pbem-{command}.1")).exists(),
            "{command} has no page"
        );
    }
    assert!(test.read("alice", "man/pbem.1").contains("verify"));
}

/// Who packs pbem for a system finds them in `share/`. `UPDATE_SHARE=1 cargo test --test cli
/// generated` writes them anew.
#[test]
fn what_is_generated_stands_in_the_package() {
    let test = Test::new();
    let share = Path::new(env!("CARGO_MANIFEST_DIR")).join("share");
    for (what, folder) in [("completions", "completions"), ("man", "man/man1")] {
        test.pbem("alice", &format!("generate {what} {what}")).ok();
        let folder = share.join(folder);
        if std::env::var_os("UPDATE_SHARE").is_some() {
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).expect("a folder can be made");
            for name in &names_in(&test.path("alice", what)) {
                fs::copy(test.path("alice", &format!("{what}/{name}")), folder.join(name))
                    .expect("a file can be copied");
            }
        }
        let generated = names_in(&test.path("alice", what));
        assert_eq!(
            names_in(&folder),
            generated,
            "{what}: UPDATE_SHARE=1 cargo test --test cli generated"
        );
        for name in generated {
            let packed = fs::read_to_string(folder.join(&name)).expect("a text");
            assert_eq!(
                packed,
                test.read("alice", &format!("{what}/{name}")),
                "{name}: UPDATE_SHARE=1 cargo test --test cli generated"
            );
        }
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder)
        .map(|entries| entries.flatten().collect::<Vec<_>>())
        .unwrap_or_default();
    let mut names: Vec<String> =
        entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
