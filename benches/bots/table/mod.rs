//! The tables of `docs/solver.md`. Slower and simpler programs compute them from the rules, without
//! any code of the bots.

mod checkpoint;
mod game_box;
mod spy;

pub(crate) fn all() -> String {
    [checkpoint::table(), spy::table(), game_box::table()].join("\n")
}

pub(crate) fn of(kind: &str) -> Option<String> {
    match kind {
        "checkpoint-danger" => Some(checkpoint::table()),
        "spy" => Some(spy::table()),
        "game-box" => Some(game_box::table()),
        _ => None,
    }
}

/// A distribution: the number of cases for each value, with its description.
#[derive(Clone, Default)]
struct Counted(Vec<u64>);

impl Counted {
    fn add(&mut self, value: usize, often: u64) {
        if self.0.len() <= value {
            self.0.resize(value + 1, 0);
        }
        self.0[value] += often;
    }

    fn all(&self) -> u64 {
        self.0.iter().sum()
    }

    fn mean(&self) -> f64 {
        let sum: f64 = (0_u32..).zip(&self.0).map(|(value, n)| f64::from(value) * *n as f64).sum();
        sum / self.all() as f64
    }

    /// Returns a percentile.
    fn within(&self, hundredths: u64) -> usize {
        let mut left = self.all() * hundredths / 100;
        let reached = |n: &u64| {
            let enough = *n >= left;
            left = left.saturating_sub(*n);
            enough
        };
        self.0.iter().position(reached).unwrap_or(0)
    }

    /// The head of a table of such rows.
    fn head(of: &str) -> String {
        let shares = format!("games with 0, 1, 2 .. {of}, in percent");
        let line = "---|".repeat(6);
        format!("| policy | mean | median | 95 % | worst | {shares} |\n|{line}\n")
    }

    fn row(&self, what: &str) -> String {
        let share = |n: &u64| format!("{:.2}", 100.0 * *n as f64 / self.all() as f64);
        let shares: Vec<String> = self.0.iter().map(share).collect();
        format!(
            "| {what} | {:.4} | {} | {} | {} | {} |\n",
            self.mean(),
            self.within(50),
            self.within(95),
            self.0.len() - 1,
            shares.join(" "),
        )
    }
}

/// Average information from learning the class of the truth, in bits.
fn entropy(classes: impl IntoIterator<Item = u64>) -> f64 {
    let (mut all, mut known) = (0, 0.0);
    for class in classes.into_iter().filter(|class| *class > 0) {
        all += class;
        known += class as f64 * (class as f64).log2();
    }
    (all as f64).log2() - known / all as f64
}
