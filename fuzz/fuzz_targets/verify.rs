//! The audit accepts every readable file, or several with a zero byte between.
#![no_main]

use pbem::{audit, turnfile};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let files = data.split(|byte| *byte == 0).take(4);
    let examined: Vec<_> = files.map(|data| audit::examine(turnfile::read(data))).collect();
    let called: Vec<String> = (0..examined.len()).map(|at| format!("fuzz-{at}")).collect();
    for judgement in audit::judge(&examined) {
        let _ = judgement.to_json(&called);
    }
});
