//! The Rust files of the project, for tests that read source code.

use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all Rust files below a folder, sorted, as paths from the root with `/`.
pub(crate) fn rust_files(folder: &str) -> Vec<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join(folder)).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a UTF-8 name");
        let name = format!("{folder}/{name}");
        if path.is_dir() {
            files.extend(rust_files(&name));
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(name);
        }
    }
    files.sort();
    files
}

/// Returns the text of a file of the project.
pub(crate) fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}
