/// Judges the cases of the kit with each mutant, in a child process for each mutant.
/// `switches.py` adds this test to its copy of pbem, and `run.py` runs it.
#[allow(unused, clippy::all, clippy::pedantic)]
mod with_mutants {
    use std::collections::HashMap;
    use std::fs::{self, OpenOptions};
    use std::io::Write;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::{Case, cases, examine, read, verify, verify_open};
    use crate::mutate::{reached, set};
    use crate::table::{OpenGame, open};

    unsafe extern "C" {
        fn fork() -> i32;
        fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
        fn _exit(code: i32) -> !;
        fn setrlimit(resource: i32, limits: *const [u64; 2]) -> i32;
        /// Microseconds of processor time of this process.
        fn clock() -> i64;
    }
    const PROCESSOR: i32 = 0;
    const MEMORY: i32 = 9;

    fn limit(resource: i32, most: u64) {
        unsafe { setrlimit(resource, &[most, u64::MAX]) };
    }

    /// As in `open_games_have_the_verdicts_of_their_files`.
    fn open_game_agrees(case: &Case) -> bool {
        let [(_, bytes)] = &case.files[..] else { return true };
        let reading = read(bytes);
        let (None, Some(content)) = (&reading.fault, &reading.file) else { return true };
        let Ok((table, None)) = open(content) else { return true };
        verify_open(&OpenGame::new(content.clone(), table)) == verify(&reading)
    }

    fn agrees(case: &Case) -> bool {
        case.has_its_report() && open_game_agrees(case)
    }

    /// One line of output for each mutant: number, result, case.
    #[test]
    fn each_mutant_meets_the_kit() {
        let Ok(list) = std::env::var("MUTANT_LIST") else { return };
        let mut out = OpenOptions::new()
            .append(true)
            .create(true)
            .open(std::env::var("MUTANT_RESULTS").unwrap())
            .unwrap();
        let list: Vec<u32> = fs::read_to_string(list)
            .unwrap()
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect();
        let groups = [
            "form",
            "header",
            "ruled",
            "together",
            "checkpoint-danger",
            "game-box",
            "enemy-agent",
            "spy",
            "espionage",
            "boxes",
        ];
        let all: Vec<Case> = groups.into_iter().flat_map(cases).collect();
        let mut reaching: HashMap<u32, Vec<(i64, usize)>> = HashMap::new();
        for (nth, case) in all.iter().enumerate() {
            let start = unsafe { clock() };
            let mutants = reached(|| assert!(agrees(case), "{}", case.name));
            let time = unsafe { clock() } - start;
            for n in mutants {
                reaching.entry(n).or_default().push((time, nth));
            }
        }
        eprintln!("traced {} cases in {} ms", all.len(), unsafe { clock() } / 1000);
        std::panic::set_hook(Box::new(|_| {}));
        let mut caught: HashMap<usize, u32> = HashMap::new();
        for n in list {
            let mut order = reaching.remove(&n).unwrap_or_default();
            // Cases that caught many mutants per second come first.
            let value = |(time, nth): &(i64, usize)| {
                (
                    i64::from(caught.get(nth).copied().unwrap_or_default()) * 1_000_000
                        / (time + 1000),
                    -time,
                )
            };
            order.sort_by_key(|each| std::cmp::Reverse(value(each)));
            let at = std::env::temp_dir().join(format!("mutants-kit-{}", std::process::id()));
            fs::write(&at, "").unwrap();
            let child = unsafe { fork() };
            if child == 0 {
                limit(MEMORY, 4 << 30);
                set(n);
                for (time, nth) in &order {
                    limit(PROCESSOR, unsafe { clock() + 10 * time } as u64 / 1_000_000 + 2);
                    if !catch_unwind(AssertUnwindSafe(|| agrees(&all[*nth]))).unwrap_or(false) {
                        let _ = fs::write(&at, nth.to_string());
                        unsafe { _exit(1) };
                    }
                }
                unsafe { _exit(0) };
            }
            let mut status = 0;
            unsafe { waitpid(child, &mut status, 0) };
            // The low bits are the signal: 9 and 24 are the limits of processor time.
            let result = match (status & 127, status >> 8 & 255) {
                (0, 0) => "passed",
                (9 | 24, _) => "timeout",
                _ => "caught",
            };
            let nth: Option<usize> = fs::read_to_string(&at).unwrap().parse().ok();
            if let Some(nth) = nth {
                *caught.entry(nth).or_default() += 1;
            }
            let name = nth.map_or("", |nth| &all[nth].name);
            writeln!(out, "{n}\t{result}\t{name}\t{}", order.len()).unwrap();
        }
    }
}
