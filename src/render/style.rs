//! Colors, light and dark. Every role has another distinction besides color: the player's own
//! pieces are bold, others italic, hits have a heavy border, the open question a dashed one.

use crate::rules::scene::Role;

/// Returns the CSS class of a cell.
pub(super) fn class(role: Role) -> &'static str {
    match role {
        Role::Plain => "plain",
        Role::Own => "own",
        Role::Foe => "foe",
        Role::Hit => "hit",
        Role::Answer => "answer",
        Role::RuledOut => "ruled-out",
        Role::Asked => "asked",
        Role::Ground => "ground",
        Role::Void => "void",
    }
}

/// Returns inline styles of a cell for emails, because mail programs drop style sheets.
pub(super) fn inline(role: Role) -> &'static str {
    match role {
        Role::Plain => "background:#f3f4f6",
        Role::Own => "background:#d9e7ff;font-weight:bold",
        Role::Foe => "background:#ffe3d4;font-style:italic",
        Role::Hit => "background:#ffd0d0;font-weight:bold;border:2px solid #1c1e21",
        Role::Answer => "background:#e0f2da",
        Role::RuledOut => "background:#ffffff;color:#5f656d",
        Role::Asked => "background:#fff0b8;font-weight:bold;border:2px dashed #1c1e21",
        Role::Ground => "background:#ece5d5",
        Role::Void => "border:0",
    }
}

/// Styles of boards, in a page or in a standalone picture.
pub(super) const BOARD: &str = "\
:root{color-scheme:light dark;--page:#ffffff;--ink:#1c1e21;--dim:#5f656d;--edge:#d3d7dd;\
--plain:#f3f4f6;--own:#d9e7ff;--foe:#ffe3d4;\
--hit:#ffd0d0;--answer:#e0f2da;--asked:#fff0b8;--ground:#ece5d5}
@media (prefers-color-scheme:dark){:root{--page:#15171a;--ink:#e9ebee;--dim:#9ba1aa;--edge:#3b4047;\
--plain:#22252a;--own:#1e4278;\
--foe:#6b3319;--hit:#7a2626;--answer:#245029;--asked:#5c4a0c;--ground:#403a2c}}
svg text{font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:15px;\
fill:var(--ink)}
svg .middle{text-anchor:middle}
svg .end{text-anchor:end}
svg .title{font-weight:bold}
svg .dim,svg .dim text{fill:var(--dim)}
.cell rect{fill:var(--plain);stroke:var(--edge)}
.cell .line,.join,.band path{fill:none;stroke:var(--dim);stroke-width:2}
.cell .line{stroke:var(--ink);stroke-width:3;stroke-linejoin:round;stroke-linecap:round}
.cell .over{paint-order:stroke;stroke:var(--back);stroke-width:6px;stroke-linejoin:round}
.cell .dot{fill:var(--dim)}
.cell .full{fill:var(--ink)}
.cell .ring{fill:none;stroke:var(--ink);stroke-width:2}
.cell .hatch{fill:none;stroke:var(--dim)}
.plain{--back:var(--plain)}
.own{--back:var(--own)}
.foe{--back:var(--foe)}
.hit{--back:var(--hit)}
.answer{--back:var(--answer)}
.asked{--back:var(--asked)}
.ground{--back:var(--ground)}
.ruled-out{--back:var(--page)}
.cell.own rect,.cell.foe rect,.cell.hit rect,.cell.answer rect,.cell.asked rect,.cell.ground rect,\
.cell.ruled-out rect{fill:var(--back)}
.own text,.hit text,.asked text{font-weight:bold}
.foe text{font-style:italic}
.ruled-out text{fill:var(--dim)}
.hit rect{stroke:var(--ink);stroke-width:2}
.asked rect{stroke:var(--ink);stroke-width:2;stroke-dasharray:5 3}
";

/// Styles of pages.
pub(super) const PAGE: &str = "\
html{background:var(--page);color:var(--ink);\
font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
body{margin:0 auto;padding:1.5rem 1rem 3rem;max-width:64rem}
h1{font-size:1.5rem;line-height:1.2;margin:0}
header p{margin:.2rem 0 1rem;color:var(--dim)}
.news{list-style:none;margin:0 0 1.25rem;padding:.6rem .9rem;border-left:4px solid var(--dim);\
background:var(--plain)}
.news li{white-space:pre-line}
figcaption{font-weight:600}
.boards{display:flex;flex-wrap:wrap;gap:1.5rem 2rem;align-items:flex-start}
figure{margin:0;max-width:100%}
svg{display:block;max-width:100%;height:auto}
pre{font:14px/1.45 ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;margin:0;\
overflow-x:auto;max-width:100%}
.legend{margin:1.25rem 0;color:var(--dim)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.25rem;margin:1.25rem 0}
dt{font-weight:600}
dd{margin:0;white-space:pre-line;grid-column:2}
details{margin-top:1.25rem}
summary{cursor:pointer}
@media (max-width:40rem){dl{display:block}dd{margin:0 0 .5rem}}
@media print{details{display:none}}
";
