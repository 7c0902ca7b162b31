//! The library behind three functions that a page can call: the page makes room, writes a request,
//! calls, and reads the answer. All is JSON, and nothing is imported: time and randomness come with
//! every request, and documents are kept by the page.

mod face;

use std::cell::RefCell;

pub use face::Face;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static FACE: RefCell<Face> = RefCell::default();
}

/// Makes room for a request of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *const u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_ptr()
    })
}

/// Answers the request; gives the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    BUFFER.with_borrow_mut(|buffer| {
        let answer = FACE.with_borrow_mut(|face| face.call(&String::from_utf8_lossy(buffer)));
        *buffer = answer.into_bytes();
        buffer.len()
    })
}

/// Where the answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}
