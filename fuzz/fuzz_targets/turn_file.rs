//! Reading a written file gives an equal file.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let reading = pbem::turnfile::read(data);
    if let (Some(file), None) = (reading.file, reading.fault) {
        let again = pbem::turnfile::TurnFile::read(file.write().as_bytes());
        let again = again.expect("a written file can be read");
        assert_eq!(again, file);
    }
});
