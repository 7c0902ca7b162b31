//! The words of an email with an arbiter's ruling.

use super::body::{LetterBody, escape, fit};
use super::thread::short_id;
use crate::render::wrap;
use crate::table::Standing;
use crate::turnfile::Ruling;

impl LetterBody {
    /// Turns the email about a game into an email from the organizer of a club: with this subject,
    /// and with a paragraph above the text.
    #[must_use]
    pub fn from_club(self, standing: &Standing, subject: &str, paragraph: &str) -> LetterBody {
        LetterBody {
            subject: fit(&[subject.to_owned()], standing),
            text: format!("{}\n\n{}", wrap(paragraph, 72, ""), self.text),
            html: format!("<p>{}</p>\n{}", escape(paragraph), self.html),
        }
    }

    /// Describes a ruling in this game to the players. The ruling is attached as `file_name`.
    pub fn for_ruling(standing: &Standing, ruling: &Ruling, file_name: &str) -> LetterBody {
        let Ruling { seat, number, .. } = ruling;
        let time_is_up = format!("{seat}'s time for turn {number} is up");
        let subject = format!("Ruling: {time_is_up}");
        let short = format!("Ruling on turn {number}");
        let title = standing.kind.title();
        let paragraph = |text: String| wrap(&text, 72, "");
        let text = format!(
            "{}\n\n{}\n\n    pbem receive {file_name}\n    pbem claim {}\n",
            paragraph(format!("{title}: the arbiter rules that {time_is_up}.")),
            paragraph(format!(
                "The ruling is in the attached file. It doesn't end the game, but another player \
                 can now claim the game. To claim it, save {file_name} and type:"
            )),
            short_id(standing.id)
        );
        LetterBody {
            subject: fit(&[subject, short], standing),
            html: format!("<pre>{}</pre>", escape(&text)),
            text,
        }
    }
}
