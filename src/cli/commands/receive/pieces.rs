//! Turns that came without their file, as `pbem copy --turn` writes them.

use pbem::letters::{Found, Loose, NotJoined, Search};
use pbem::table::OpenGame;

use super::received::{Received, SetAside};
use crate::cli::context::Context;
use crate::cli::failure::Failure;
use crate::cli::filing::Shelf;
use crate::cli::report::exit;

/// Joins them to the newest file that is here, or that has come along: then they are files like any
/// other. What cannot be joined is kept aside.
pub(super) fn join_pieces(
    ctx: &mut Context,
    shelf: &Shelf,
    search: &mut Search,
    received: &mut Received,
) -> Result<(), Failure> {
    let mut pieces = std::mem::take(&mut search.pieces);
    // One may go on with another.
    pieces.sort_by_key(Loose::first);
    for piece in pieces {
        let (name, games) = bases(ctx, search, &piece)?;
        let joined = games.iter().map(|known| (known, piece.join(&known.file)));
        let joined = joined.collect::<Vec<_>>().into_iter();
        let (good, bad): (Vec<_>, Vec<_>) = joined.partition(|(_, joined)| joined.is_ok());
        if let Some((known, Ok(game))) = good.into_iter().next() {
            if known.standing.hashes.starts_with(&game.standing.hashes) {
                received.known += 1;
                continue;
            }
            search.found.push(Found { game, place: piece.place });
            continue;
        }
        let why = bad.into_iter().find_map(|(known, joined)| Some((known, joined.err()?)));
        let why = match why {
            Some((known, why)) => words(&name, known, &why),
            None => unknown(&piece),
        };
        let set_aside = SetAside {
            place: &piece.place,
            why: &why,
            what: &format!("{name}-turn{}-alone", piece.first().unwrap_or(0)),
            text: &piece.text,
            changed: None,
            exit: exit::BAD_FILE,
        };
        received.aside(ctx, shelf, &set_aside)?;
    }
    Ok(())
}

/// The games that a piece may go on: those that came along, the longest first, and the newest of
/// the vault; and how the game is called.
fn bases(
    ctx: &mut Context,
    search: &Search,
    piece: &Loose,
) -> Result<(String, Vec<OpenGame>), Failure> {
    let is_it = |game: &OpenGame| piece.is_of(&game.standing.id.to_string());
    let mut games: Vec<OpenGame> =
        search.found.iter().map(|found| &found.game).filter(|game| is_it(game)).cloned().collect();
    let (heads, now) = (ctx.desk()?.heads()?.0, ctx.now());
    let head = heads.into_iter().find(|head| piece.is_of(&hex::encode(head.id)));
    let mut name = "game".to_owned();
    if let Some(head) = head {
        name.clone_from(&head.name);
        games.extend(ctx.desk()?.open(&head.id, now).map(|laid| laid.game));
    }
    games.sort_by_key(|game| std::cmp::Reverse(game.standing.turns()));
    Ok((name, games))
}

fn unknown(piece: &Loose) -> String {
    match piece.game() {
        Some(id) => format!(
            "some turns of game {id}, which is not here. Who has sent them can send the whole \
            file: pbem send, or pbem copy GAME FILE"
        ),
        None => "damaged on the way: the beginning of its first turn cannot be read".to_owned(),
    }
}

fn words(name: &str, known: &OpenGame, why: &NotJoined) -> String {
    let have = known.standing.turns();
    match why {
        NotJoined::Unreadable => "damaged on the way".to_owned(),
        NotJoined::Gap(first) => {
            let missing = match first.saturating_sub(1) {
                last if last == have + 1 => format!("turn {last} is missing"),
                last => format!("the turns {} to {last} are missing", have + 1),
            };
            format!(
                "this is turn {first} of {name}, and you have turn {have}: {missing}. Ask for the \
                whole file: pbem send, or pbem copy GAME FILE"
            )
        }
        NotJoined::Another(first) => format!(
            "turn {first} in it does not go on from the turn {} of {name} that you have. Ask for \
            the whole file: pbem send, or pbem copy GAME FILE",
            first.saturating_sub(1)
        ),
        NotJoined::Damaged(flaw) => format!("damaged on the way: {}", flaw.message),
    }
}
