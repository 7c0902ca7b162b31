//! What `?` tells: the keys of each screen.

/// In the list of games.
pub(super) const GAMES: &str = "\
arrows, Home, End  the game; a click chooses and opens it
Enter, Space       open it; where there is none: begin one
N                  a new game, against a bot or against people
r                  read your mail
q, Esc, Ctrl-C     leave
Ctrl-Z             put it aside until fg";

/// At a table.
pub(super) const TABLE: &str = "\
arrows, Tab   move the cursor; below the board it goes to what has no square
Space, click  touch: put, take, call, draw, whatever stands under `Touch`
Backspace     the draft before
:             type the move yourself: Left, Right, Home, End, Ctrl-U, Ctrl-W;
              Esc drops what was typed, Enter keeps it
Enter         sign what has been drafted; you are asked once more: Enter or y
n  m          a note to the others; a mark on this square (a blank wipes it)
[  ]  {  }    the turn before, the turn after; the first, the newest
L             all turns, one by one
h  l          what is possible; the boards as sentences (PgDn and PgUp turn them)
u             take your last turn back, as long as it has not been mailed
.             mail, offer, resign, check, another game, and all else
r             read your mail
R V S P       of a game that is over: a rematch; check it; a few lines to show
              around; write a page of it
q, Esc        back; you are asked if something has been drafted
Ctrl-Z        put it aside until fg; Ctrl-C leaves at once
signs         ›x‹ cursor   {x} drafted, or signed last   ─ │ the way
              {a} {b} goes there first, and second   + can be touched
              < > the board goes on";

/// Where a setup is hidden.
pub(super) const SETTING: &str = "\
arrows, Tab   move the cursor; below the board it goes to what has no square
Space, click  touch: put, take, whatever stands under `Touch`
R             a whole setup at random
Backspace     the setup before
:             type it: Left, Right, Home, End, Ctrl-U, Ctrl-W;
              Esc drops what was typed, Enter keeps it
Enter         seal and sign it; you are asked once more: Enter or y
q, Esc        back; you are asked if something has been hidden
Ctrl-Z        put it aside until fg; Ctrl-C leaves at once";
