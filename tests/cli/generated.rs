//! //! Help, completions and manual pages. That they cover every command is tested next to the
//! command definitions.

use insta::assert_snapshot;

use crate::harness::Test;

#[test]
fn help_is_the_same_for_every_way_to_ask() {
    let test = Test::new();
    let help = test.pbem("alice", "help").ok();
    assert_eq!(help.out, test.pbem("alice", "--help").ok().out);
}

#[test]
fn packagers_get_completions_and_manual_pages() {
    let test = Test::new();
    test.pbem("alice", "generate share").ok();
    for name in ["completions/pbem.bash", "completions/_pbem", "man/man1/pbem.1"] {
        assert!(test.read("alice", &format!("share/{name}")).contains("verify"), "{name}");
    }
}

#[test]
fn every_command_explains_itself() {
    let test = Test::new();
    for command in test.commands() {
        let long = test.pbem("alice", &format!("help {command}")).ok();
        let short = test.pbem("alice", &format!("{command} --help")).ok();
        assert!(short.out.contains("Usage:"), "{command}: {}", short.out);
        assert_eq!(long.out, short.out, "{command}");
        // // First the command's own options and examples, if it has any.
        let own = short.out.find("Options:").unwrap_or(0);
        assert!(short.out.find("Everywhere:").is_some_and(|at| at > own), "{}", short.out);
        assert!(
            short.out.contains("\nExamples:\n") || ["help", "whoami"].contains(&&*command),
            "{command}"
        );
    }
    assert_snapshot!(test.pbem("alice", "help move").ok().shown(), @r#"
    $ pbem help move
    Answer what is asked of you, then make your move

    Usage: pbem move [OPTIONS] [GAME] [MOVE]...

    Arguments:
      [GAME]     The name of your game, or its file; optional with only one game
      [MOVE]...  Your move, as `pbem rules` tells for each game

    Options:
          --note <TEXT>   A line to the others
          --arrived-late  The turn that you answer only just reached you: date yours
                          before the claim
          --try           Show what would be written, and write nothing [alias:
                          --dry-run]
          --send          Mail it at once, as `pbem send` does (always: pbem config
                          send-always true)
          --no-send       Do not mail it, though `send-always` is set
      -h, --help          Print help

    Everywhere:
          --as <NAME>   Who you are, if that is not known, or which of your seats
          --json        Print one JSON object instead of text
          --ascii       Draw with ASCII signs only
          --no-pager    Print long texts as they are, without a pager
          --home <DIR>  Your vault, instead of `PBEM_HOME` or the usual place

    The answer is worked out from what you hid; you never type it. Where only an
    answer is due, leave the move out.

    Examples:
      pbem move Fiji 6                       in the only game that waits for you
      pbem move game.toml Fiji 6
      pbem move spy-bob "guess 8C 8D 3D 3H 9H 9F 6F" --try
      pbem move ea-bob "3 to A10; 2 to A6" --note "good luck"
      pbem move cd-bob Fiji 6 --send         and mails it
      pbem move - Fiji 6 < game.toml > next.toml
    "#);
    assert_snapshot!(test.pbem("alice", "help exit-codes").ok().shown(), @r#"
    $ pbem help exit-codes
    Exit codes, the same for every command:
      0  done; verify: complete and everyone honest, or forfeit
      1  somebody was dishonest: verify, or a lie proved on arrival in any command
      2  wrong use of the command line
      3  not possible now (not your turn, illegal move); verify: open
      4  the file is damaged, stale, unknown or over a limit
      5  vault or disk trouble
    Over several files: 1 before 5 before 4 before 3 before 0.
    "#);
    assert_snapshot!(test.pbem("alice", "help shuffle").refused(2).shown(), @r#"
    $ pbem help shuffle
    pbem: there is no command `shuffle`
    Next: pbem help
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("alice", "shuffle").refused(2).shown(), @r#"
    $ pbem shuffle
    pbem: there is no command `shuffle`
    Next: pbem help
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("alice", "show").refused(3).shown(), @r"
    $ pbem show
    pbem: you have no games yet.
    Next: pbem status      lists your games
          pbem new      starts a game
    (exit code 3)
    ");
    assert_eq!(
        test.pbem("alice", "--version").ok().out,
        format!("pbem {}\n", env!("CARGO_PKG_VERSION"))
    );
}
