//! The players of a demo. Each has a folder and a vault; they share only the turn file, which is
//! copied from folder to folder.

use std::path::PathBuf;

use chrono::{DateTime, Duration};
use pbem::audit;
use pbem::crypto::Identity;
use pbem::games::Kind;
use pbem::render::Look;
use pbem::rules::{Level, Seat};
use pbem::table::{Intent, Keys, OpenGame, Plan};
use pbem::turnfile::{self, Bytes32, Moment};
use tempfile::TempDir;

use crate::cli::context::Context;
use crate::cli::document::Document;
use crate::cli::environment::Environment;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::global::GlobalArgs;
use crate::cli::join_game::{self, JoinRequest};
use crate::cli::play_turn;
use crate::cli::report::{Report, exit, quoted};
use crate::cli::setup::Setup;
use crate::cli::show_game::{self, ShowRequest};
use crate::cli::start_game::{self, NewGameArgs};
use crate::cli::turn_result::TurnResult;
use crate::cli::view::verdict::{JudgedGame, verdicts};
use crate::cli::zone::Zone;
use crate::disk::{Faults, Places};

/// Enough names for the largest game.
const NAMES: [&str; 9] =
    ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan"];

/// Name of the turn file in every folder.
pub(crate) const FILE: &str = "game.toml";

/// The players and the state of their game.
pub(crate) struct DemoPlayers {
    root: TempDir,
    seed: u64,
    players: Vec<Player>,
    clock: Moment,
    look: Look,
    /// Latest state of the game, as a spectator sees it.
    game: OpenGame,
}

struct Player {
    name: &'static str,
    /// Counter from which the next secret is derived.
    secrets: u64,
}

/// A command and its output.
pub(crate) struct Step {
    pub player: String,
    pub typed: String,
    pub said: String,
}

impl DemoPlayers {
    /// Starts a game: the opener chooses a setup and writes the file. The seed determines the whole
    /// game.
    pub(crate) fn sit_down(
        ctx: &Context,
        kind: Kind,
        seats: usize,
        seed: u64,
    ) -> Result<(Self, Step), CliError> {
        let root = tempfile::Builder::new()
            .prefix("pbem-demo-")
            .tempdir()
            .map_err(|error| trouble("make a folder for the demo", &error))?;
        let players: Vec<Player> = NAMES
            .iter()
            .take(seats)
            .map(|name| Player { name, secrets: number_from(seed, &format!("secrets of {name}")) })
            .collect();
        for player in &players {
            std::fs::create_dir(root.path().join(player.name))
                .map_err(|error| trouble("make a folder for the demo", &error))?;
        }
        let clock = DateTime::from_timestamp(1_795_252_800, 0).unwrap_or_default();
        let with: Vec<String> =
            players.iter().skip(1).map(|player| player.name.to_owned()).collect();
        let look = ctx.look();
        let typed =
            format!("pbem new {kind} {FILE} --as {} --with {} --random", NAMES[0], with.join(","));
        let args = NewGameArgs { with, ..NewGameArgs::default() };
        let setup = Setup { random: true, ..Setup::default() };
        let mut opener = DemoSeat { root: &root, clock, look, player: &players[0] }.context()?;
        let agreed = start_game::agreed(&mut opener, kind, &args)?;
        let result = start_game::start(&mut opener, agreed, &setup, Some(FILE.into()), None, "")?;
        let secrets = opener.around.secrets.unwrap_or_default();
        drop(opener);
        let TurnResult { report, game, .. } = result;
        let game = game.ok_or_else(no_turn)?.loaded.game;
        let mut company = DemoPlayers { root, seed, players, clock, look, game };
        company.players[0].secrets = secrets;
        company.mail(0)?;
        let said = company.scrub(0, &report.document());
        Ok((company, Step { player: NAMES[0].to_owned(), typed, said }))
    }

    /// Returns the game as a spectator sees it.
    pub(crate) fn game(&self) -> &OpenGame {
        &self.game
    }

    /// Returns the names of the players, in the order of the seats.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.players.iter().map(|player| player.name).collect()
    }

    /// Runs the next command of the player to move, and copies the file to the other players.
    /// Returns `None` if the game is over.
    pub(crate) fn step(&mut self) -> Result<Option<Step>, CliError> {
        let Some(due) = self.game.standing.due else { return Ok(None) };
        let number = self.game.standing.turns() + 1;
        self.clock += Duration::minutes(
            240 + (number_from(self.seed, &format!("hours {number}")) % 1_800).cast_signed(),
        );
        let (result, typed) = if self.game.standing.joined(due) {
            self.moves(due, number)?
        } else {
            self.joins(due, number)?
        };
        let TurnResult { report, game, .. } = result;
        self.game = game.ok_or_else(no_turn)?.loaded.game;
        let player = due.index();
        self.mail(player)?;
        let said = self.scrub(player, &report.document());
        Ok(Some(Step { player: self.players[player].name.to_owned(), typed, said }))
    }

    fn joins(&mut self, due: Seat, number: u32) -> Result<(TurnResult, String), CliError> {
        let hides = self.game.standing.hides(due);
        let first = if hides { String::new() } else { self.first_move(due, number)? };
        let name = self.players[due.index()].name;
        let typed = if hides { "--random".to_owned() } else { quoted(&first) };
        let typed = format!("pbem join {FILE} --as {name} {typed}");
        let request = JoinRequest {
            game: FILE.to_owned(),
            typed: first,
            setup: Setup { random: hides, ..Setup::default() },
            ..JoinRequest::default()
        };
        let join = |ctx: &mut Context, game| join_game::take_seat(ctx, &request, game);
        let result = self.at(due.index(), join)?;
        Ok((result, typed))
    }

    /// Returns a legal first move for a player without a setup, chosen with temporary keys for that
    /// seat.
    fn first_move(&self, due: Seat, number: u32) -> Result<String, CliError> {
        let nobody = Identity::from_bytes(&[0; 16]);
        let name = self.players[due.index()].name;
        let keys = Keys::new(nobody, due, name, &self.game.standing.id, [0; 16]);
        let plan = Plan::new(self.clock, self.any(number));
        let (composed, _) = self.game.table.compose(&keys, &plan).map_err(|_| {
            CliError::not_now(CliErrorKind::Demo, format!("{name} has no legal move"))
        })?;
        Ok(composed.turn.moves.join("; "))
    }

    fn moves(&mut self, due: Seat, number: u32) -> Result<(TurnResult, String), CliError> {
        let intent = self.any(number);
        let (result, summary) = self.at(due.index(), |ctx, mut game| {
            let played_turn = play_turn::make(ctx, &mut game, FILE, intent)?;
            let result = play_turn::report(ctx, game, &played_turn)?;
            Ok((result, played_turn.summary().cloned()))
        })?;
        let sealed = summary.as_ref().is_some_and(|summary| summary.sealed);
        let (moves, revealed) = summary.map(|it| (it.moves, it.revealed)).unwrap_or_default();
        let before = if sealed { self.meant(due, number)? } else { None };
        let typed = match (moves.is_empty(), revealed) {
            (true, true) => format!("pbem reveal {FILE}"),
            (true, false) => format!("pbem move {FILE}"),
            (false, _) => {
                format!("pbem move {FILE} {}", shell(&before.unwrap_or_else(|| moves.join("; "))))
            }
        };
        Ok((result, typed))
    }

    /// Returns a legal move for this turn, derived from the seed.
    pub(crate) fn any(&self, number: u32) -> Intent {
        Intent::any(self.numbers(number))
    }

    fn numbers(&self, number: u32) -> Bytes32 {
        bytes_from(self.seed, &format!("turn {number}"))
    }

    /// Returns the move of this turn as its player typed it, including the part that pbem sealed.
    fn meant(&mut self, due: Seat, number: u32) -> Result<Option<String>, CliError> {
        let keys = self.privates(Some(NAMES[due.index()]))?.pop();
        let (table, seed) = (&self.game.table, self.numbers(number));
        Ok(keys.and_then(|keys| table.choose(&keys, self.clock, Level::Any, seed)))
    }

    /// Returns the game as a player sees it.
    pub(crate) fn show(
        &mut self,
        player: usize,
        request: &ShowRequest,
    ) -> Result<String, CliError> {
        let shown = self.at(player, |ctx, mut game| show_game::show(ctx, &mut game, request))?;
        Ok(self.scrub(player, &shown.document()))
    }

    /// Signs a turn as a player, and returns the error that this player sees. Returns `None` if
    /// the turn is signed.
    pub(crate) fn refused(&mut self, player: usize) -> Option<String> {
        let turn = |ctx: &mut Context, game| play_turn::turn(ctx, game, FILE, Intent::Nothing);
        let failure = self.at(player, turn).err()?;
        Some(self.scrub(player, &failure.document()))
    }

    /// Returns the keys of all players who have joined, or only the keys of the player `of`. With
    /// the keys, the demo can sign turns for these players without running commands.
    pub(crate) fn privates(&mut self, of: Option<&str>) -> Result<Vec<Keys>, CliError> {
        let at_home = |ctx: &mut Context, loaded: OpenFile| {
            if loaded.records.is_empty() { Ok(None) } else { loaded.keys(ctx, 0).map(Some) }
        };
        let players = (0..self.players.len())
            .filter(|player| of.is_none_or(|name| self.players[*player].name == name));
        let players: Vec<usize> = players.collect();
        let privates: Result<Vec<_>, _> =
            players.into_iter().map(|player| self.at(player, at_home)).collect();
        Ok(privates?.into_iter().flatten().collect())
    }

    /// Saves a file into a player's folder, as a mail program would.
    pub(crate) fn deliver(&self, player: usize, name: &str, text: &str) -> Result<(), CliError> {
        std::fs::write(self.folder(player).join(name), text)
            .map_err(|error| trouble("write a file of the demo", &error))
    }

    /// Judges a file's text as `pbem verify` does without a vault.
    pub(crate) fn verify(&mut self, name: &str, text: &str) -> Result<Report, CliError> {
        let files = [audit::examine(turnfile::read(text.as_bytes()))];
        let judged = audit::judge_with(&files, &[]).into_iter();
        let file_name = || name.to_owned();
        let judged = judged.map(|judgement| JudgedGame {
            judgement,
            file_name: file_name(),
            stranger: false,
        });
        let anybody = Player { name: "anybody", secrets: 0 };
        // The game with the lie may be longer than the game that was played here.
        let clock = self.clock + Duration::days(365);
        let mut ctx =
            DemoSeat { root: &self.root, clock, look: self.look, player: &anybody }.context()?;
        Ok(verdicts(&mut ctx, &judged.collect::<Vec<_>>(), &[file_name()], &files))
    }

    fn folder(&self, player: usize) -> PathBuf {
        self.root.path().join(self.players[player].name)
    }

    /// Opens the game as this player, and runs an action in it.
    fn at<T>(
        &mut self,
        player: usize,
        command: impl FnOnce(&mut Context, OpenFile) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let seating = DemoSeat {
            root: &self.root,
            clock: self.clock,
            look: self.look,
            player: &self.players[player],
        };
        let mut ctx = seating.context()?;
        let result = OpenFile::open(&mut ctx, FILE).and_then(|game| command(&mut ctx, game));
        self.players[player].secrets = ctx.around.secrets.unwrap_or_default();
        result
    }

    /// Copies a player's latest file to all other players.
    fn mail(&self, from: usize) -> Result<(), CliError> {
        let letter = self.folder(from).join(FILE);
        for to in (0..self.players.len()).filter(|to| *to != from) {
            std::fs::copy(&letter, self.folder(to).join(FILE))
                .map_err(|error| trouble("copy the file of the demo", &error))?;
        }
        Ok(())
    }

    /// Lays out a document, with ordinary paths in place of the temporary folders.
    fn scrub(&self, player: usize, document: &Document) -> String {
        let name = self.players[player].name;
        let text = document.lay_out(self.look.width).replace(
            &vault(&self.root, name).display().to_string(),
            &format!("/home/{name}/.local/share/pbem"),
        );
        let folder = self.folder(player).display().to_string();
        text.replace(&format!("{folder}{}", std::path::MAIN_SEPARATOR), "").replace(&folder, "")
    }
}

/// Returns the path of a player's vault, which is outside the player's folder.
fn vault(root: &TempDir, name: &str) -> PathBuf {
    root.path().join("vaults").join(name)
}

/// A player's folder and vault.
struct DemoSeat<'a> {
    root: &'a TempDir,
    clock: Moment,
    look: Look,
    player: &'a Player,
}

impl DemoSeat<'_> {
    fn context(&self) -> Result<Context, CliError> {
        let Look { ascii, width, .. } = self.look;
        let folder = self.root.path().join(self.player.name);
        let global = GlobalArgs {
            as_name: Some(self.player.name.to_owned()),
            json: false,
            ascii,
            no_pager: true,
            home: Some(vault(self.root, self.player.name)),
        };
        let around = Environment {
            pbem_home: None,
            places: Places::default(),
            directory: folder,
            interactive: false,
            terminal: false,
            screen: Some((width, usize::MAX)),
            dumb: false,
            pager: None,
            unicode: !ascii,
            zone: Zone::OF_THIS_MACHINE,
            clock: Some(self.clock),
            secrets: Some(self.player.secrets),
            patience: std::time::Duration::ZERO,
            every: std::time::Duration::ZERO,
            faults: Faults::none(),
        };
        Context::new(global, around)
    }
}

/// Quotes a move if a shell would split it.
fn shell(moves: &str) -> String {
    if moves.contains([';', '!', '\'', '>', '<', '*', '(', ')']) {
        format!("\"{moves}\"")
    } else {
        moves.to_owned()
    }
}

fn no_turn() -> CliError {
    CliError::not_now(CliErrorKind::Demo, "a player of the demo signed no turn")
}

fn trouble(what: &str, error: &std::io::Error) -> CliError {
    CliError::new(exit::TROUBLE, CliErrorKind::Disk, format!("can't {what}: {error}"))
}

/// Returns bytes derived from the demo's seed and a word.
pub(crate) fn bytes_from(seed: u64, what: &str) -> Bytes32 {
    pbem::crypto::turn_hash(format!("demo {seed} {what}").as_bytes())
}

/// Returns a number derived from the demo's seed and a word. It has 48 bits, so that adding to it
/// can't overflow.
fn number_from(seed: u64, what: &str) -> u64 {
    bytes_from(seed, what).iter().take(6).fold(0, |number, byte| number << 8 | u64::from(*byte))
}
