//! Searches any mail to its end. Only intact turn files count as whole.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = pbem::letters::find(data, "fuzz");
});
