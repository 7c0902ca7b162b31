//! `pbem show --hint`: shows the heat map as text, list, page and JSON.

use pbem::render;
use pbem::table::{HintError, Keys};
use serde_json::json;

use super::head;
use crate::cli::context::Context;
use crate::cli::failure::{CliError, CliErrorKind};
use crate::cli::game_file::OpenFile;
use crate::cli::report::Report;
use crate::cli::view::replay_page;
use crate::cli::view::rows::labeled;
use crate::cli::view::table::Format;

pub(super) fn hint(
    ctx: &Context,
    loaded: &OpenFile,
    keys: &Keys,
    format: Format,
) -> Result<Report, CliError> {
    let heat = loaded.game.table.heat(keys, ctx.now()).map_err(|why| {
        let why = match why {
            HintError::Agreed => "this game is played without hints (hints=none).",
            HintError::Nothing => {
                "there is no hint now: either the players haven't chosen their setups yet, or \
                    nothing is hidden from you anymore."
            }
        };
        CliError::not_now(CliErrorKind::NoHint, why)
    })?;
    let view = loaded.game.table.view(Some(keys), ctx.now());
    let mut scene = heat.scene(&view.scene);
    let standing = &loaded.game.standing;
    let names = &standing.names;
    let mut report = Report::new(json!({"schema": "pbem-hint/2", "heat": heat}));
    match format {
        Format::Text => {
            if !scene.boards.is_empty() {
                report.drawing(render::text(&scene, names, ctx.look()).trim_end());
                report.line("");
            }
            report.drawing(render::rows(&scene.facts, names, ctx.look()).trim_end());
        }
        Format::List => report.drawing(render::list(&scene, names, ctx.look()).trim_end()),
        Format::Html => {
            scene.facts.extend(labeled("Key", &scene.legend));
            let title = head(ctx, loaded, Some(keys), &view);
            report.drawing(replay_page::of_position(standing, title, &[], Vec::new(), scene));
        }
    }
    Ok(report)
}
