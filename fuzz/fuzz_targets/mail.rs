//! Whatever comes by mail is searched to its end, and nothing that does not verify is called whole.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = pbem::letters::find(data, "fuzz");
});
