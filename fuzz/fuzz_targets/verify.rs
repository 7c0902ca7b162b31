//! The audit takes whatever can be read.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let verdict = pbem::audit::verify(&pbem::turnfile::read(data));
    let _ = verdict.to_json("fuzz");
});
