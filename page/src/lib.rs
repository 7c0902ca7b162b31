//! The library as three functions for the page. The page reserves memory, writes a request, calls
//! the library, and reads the answer. Requests and answers are JSON. The WebAssembly module imports
//! no functions: each request contains the time and random bytes, and the page stores the
//! documents.

mod face;

use std::cell::RefCell;

pub use face::Face;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static FACE: RefCell<Face> = RefCell::default();
}

/// Reserves `length` bytes for a request and returns their address.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *const u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_ptr()
    })
}

/// Answers the request and returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    BUFFER.with_borrow_mut(|buffer| {
        let answer = FACE.with_borrow_mut(|face| face.call(&String::from_utf8_lossy(buffer)));
        *buffer = answer.into_bytes();
        buffer.len()
    })
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}
