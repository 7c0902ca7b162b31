//! Web pages: of a whole game, and of one position.

use pbem::audit::{Verdict, describe, headline};
use pbem::render::{self, Frame, Head};
use pbem::rules::Names;
use pbem::rules::scene::Scene;
use pbem::table::{self, OpenError, OpenGame, Past, Standing, TurnNews};

use crate::cli::view::rows::labeled;

/// Maximum number of steps on a page; more would be too large for a browser.
const MOST: usize = 1000;

/// A web page of a game.
pub(in crate::cli) struct ReplayPage {
    pub page: String,
    /// Number of positions.
    pub steps: usize,
}

/// Makes the web page of a game.
pub(in crate::cli) fn make(game: &OpenGame, verdict: &Verdict) -> Result<ReplayPage, OpenError> {
    let pasts = table::look_back(&game.file, MOST)?;
    let names = &game.standing.names;
    let frames = frames(names, &game.table.news(0), verdict, pasts);
    let head = head(verdict, game.standing.turns() as usize, frames.len());
    let page = render::replay(&game.file.game.kind, &frames, names, &head);
    Ok(ReplayPage { page, steps: frames.len() })
}

/// Makes the web page of one position, with the news of the turns in `news` and further sentences
/// in `lines`.
pub(in crate::cli) fn of_position(
    standing: &Standing,
    title: String,
    news: &[TurnNews],
    lines: Vec<String>,
    mut scene: Scene,
) -> String {
    scene.facts.extend(labeled("You may", &scene.may));
    let names = &standing.names;
    let frame = Frame {
        turn: standing.turns(),
        lines: news.iter().flat_map(|news| news.lines.clone()).chain(lines).collect(),
        notes: news.iter().filter_map(|news| news.note_line(names)).collect(),
        views: vec![(String::new(), scene)],
        ..Frame::default()
    };
    let head = Head { title, lines: Vec::new() };
    render::replay(standing.kind.id(), &[frame], names, &head)
}

/// Returns the verdict and the description for the top of the page.
fn head(verdict: &Verdict, turns: usize, steps: usize) -> Head {
    let mut lines = describe(verdict, false);
    let word = verdict.kind.id().to_uppercase();
    match lines.first_mut() {
        Some(first) => *first = format!("{word}: {first}"),
        None => lines.push(word),
    }
    if steps < turns {
        lines.push(format!(
            "A page with all {turns} turns would be too large, so this page has {steps} steps of \
                several turns each."
        ));
    }
    Head { title: headline(verdict).unwrap_or_default(), lines }
}

/// Returns one step of the replay for each of these positions, with all news since the previous
/// step.
fn frames(names: &Names, news: &[TurnNews], verdict: &Verdict, pasts: Vec<Past>) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut before = 0;
    for past in pasts {
        let news: Vec<&TurnNews> =
            news.iter().filter(|news| news.number > before && news.number <= past.turn).collect();
        let found = verdict
            .findings
            .iter()
            .filter(|finding| finding.turn > before && finding.turn <= past.turn);
        frames.push(Frame {
            turn: past.turn,
            heading: heading(names, &news),
            lines: news.iter().flat_map(|news| news.lines.clone()).collect(),
            notes: news.iter().filter_map(|news| news.note_line(names)).collect(),
            breaches: found
                .map(|finding| format!("{}.", finding.message.trim_end_matches('.')))
                .collect(),
            views: views(past),
        });
        before = frames.last().map_or(before, |frame| frame.turn);
    }
    frames
}

fn heading(names: &Names, news: &[&TurnNews]) -> String {
    match news {
        [] => String::new(),
        [only] => format!(
            "Turn {}, {}, {}",
            only.number,
            names.of(only.seat),
            only.sent.format("%-d %b %Y")
        ),
        [first, .., last] => format!("Turns {} to {}", first.number, last.number),
    }
}

/// Returns the views of all seats whose setups are revealed. If there are none, returns the public
/// view.
fn views(past: Past) -> Vec<(String, Scene)> {
    // Leave out the sentences, because they would make the page too large.
    let boards = |scene| Scene { list: Vec::new(), ..scene };
    if past.seen.is_empty() {
        return vec![(String::new(), boards(past.public))];
    }
    let views = past.seen.into_iter();
    views.map(|(seat, scene)| (format!("As {seat} saw it"), boards(scene))).collect()
}
