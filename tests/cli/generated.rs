//! Help, completions and manual pages. That they cover every command is tested next to the
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
        // First the command's own options and examples, if it has any.
        let own = short.out.find("Options:").unwrap_or(0);
        assert!(short.out.find("Global options:").is_some_and(|at| at > own), "{}", short.out);
        assert!(
            short.out.contains("\nExamples:\n") || ["help", "whoami"].contains(&&*command),
            "{command}"
        );
    }
    assert_snapshot!(test.pbem("alice", "help move").ok().shown(), @r#"
    $ pbem help move
    Make your move; pbem answers your opponent's question for you

    Usage: pbem move [OPTIONS] [GAME] [MOVE]...

    Arguments:
      [GAME]     Name of the game, or its file; optional if pbem can tell which game
                 you mean
      [MOVE]...  Your move; `pbem rules KIND --all` explains how to type it

    Options:
          --note <TEXT>   Add a message for the other players
          --arrived-late  Confirm that the turn you are answering arrived just now,
                          after the deadline, so that your move isn't counted as
                          late
          --try           Preview the move; write nothing [alias: --dry-run]
          --send          Mail the turn; to mail every turn: `pbem config
                          send-always true`
          --no-send       Don't mail the turn, even if `send-always` is set
      -h, --help          Print help

    Global options:
          --as <NAME>   Your player name, if pbem doesn't know it or you have
                        several
          --json        Print one JSON object instead of text
          --ascii       Use ASCII characters only
          --no-pager    Print long texts without a pager
          --home <DIR>  Use the vault in this folder, instead of `PBEM_HOME` or the
                        default

    Leave the move out if you only have to answer.

    pbem works out the answer from your hidden setup, so you never type the answer.
    Until you mail your move, you can take it back with pbem undo.

    Examples:
      pbem move F6                 # move in the only game waiting for you
      pbem move cd-bob F6
      pbem move cd-bob F6 --try    # preview the move
      pbem move cd-bob F6 --send   # make the move and mail it
      pbem move ea-bob "3 to A10; 2 to A6" --note "good luck"
      pbem move spy-bob "guess 8C 8D 3D 3H 9H 9F 6F"
      pbem move - F6 < game.toml > next.toml  # use standard input and output
    "#);
    assert_snapshot!(test.pbem("alice", "help exit-codes").ok().shown(), @r#"
    $ pbem help exit-codes
    Exit codes of all commands:
      0  success; for verify, the game is complete and everyone was honest, or the
         game was forfeited
      1  a player cheated (found by verify, or proven by a turn that arrived)
      2  the command line is wrong
      3  the command isn't possible now (not your turn, illegal move); for verify,
         the game is still open
      4  the file is damaged, outdated, unknown or too large
      5  a problem with the vault or the disk
    If several files have different results, the exit code is the first of these
    that occurs: 1, 5, 4, 3, 0.
    "#);
    for names in ["club new", "club table", "contact add", "contact list", "contact mail"] {
        let long = test.pbem("alice", &format!("help {names}")).ok();
        assert_eq!(long.out, test.pbem("alice", &format!("{names} --help")).ok().out);
        assert!(long.out.contains("\nExamples:\n"), "{names}");
    }
    assert_snapshot!(test.pbem("alice", "help club shuffle").refused(2).shown(), @r#"
    $ pbem help club shuffle
    pbem: pbem club has no command `shuffle`
    Next: pbem help club
    (exit code 2)
    "#);
    assert_snapshot!(test.pbem("alice", "help shuffle").refused(2).shown(), @r#"
    $ pbem help shuffle
    pbem: there is no command or help page `shuffle`
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
    Next: pbem status  # your games
          pbem new  # start a game
    (exit code 3)
    ");
    assert_eq!(
        test.pbem("alice", "--version").ok().out,
        format!("pbem {}\n", env!("CARGO_PKG_VERSION"))
    );
}
