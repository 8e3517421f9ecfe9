//! What stands between C and the library: panics are caught, and pointers become references.

use std::ffi::{CStr, OsStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does the work; `None` if it panics. Nothing that a panic leaves behind is used again but the handle, whose tables
/// are never changed.
#[inline(always)]
pub fn guarded<R>(work: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// The text at a pointer; `None` if it is NULL or not UTF-8.
///
/// # Safety
/// The pointer is NULL or leads to a text that ends with a zero byte, and that nobody changes meanwhile.
#[inline(always)]
pub unsafe fn text<'a>(pointer: *const c_char) -> Option<&'a str> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: the text ends with a zero byte.
    unsafe { CStr::from_ptr(pointer) }.to_str().ok()
}

/// The list of paths at a pointer, in the encoding of the system: any bytes on Unix, elsewhere UTF-8. `None` if it is
/// NULL or is not so encoded.
///
/// # Safety
/// As for [`text`].
pub unsafe fn paths<'a>(pointer: *const c_char) -> Option<&'a OsStr> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        // SAFETY: the text ends with a zero byte.
        (!pointer.is_null()).then(|| OsStr::from_bytes(unsafe { CStr::from_ptr(pointer) }.to_bytes()))
    }
    #[cfg(not(unix))]
    // SAFETY: as for `text`.
    unsafe { text(pointer) }.map(OsStr::new)
}

/// The values at a pointer; `None` if it is NULL and there should be some.
///
/// # Safety
/// The pointer is NULL or leads to `length` values that nobody changes meanwhile.
#[inline(always)]
pub unsafe fn slice<'a, T>(pointer: *const T, length: usize) -> Option<&'a [T]> {
    match (pointer.is_null(), length) {
        (_, 0) => Some(&[]),
        (true, _) => None,
        // SAFETY: the pointer leads to `length` values.
        (false, _) => Some(unsafe { std::slice::from_raw_parts(pointer, length) }),
    }
}

/// The values at a pointer, to be written; `None` if it is NULL and there should be some.
///
/// # Safety
/// The pointer is NULL or leads to `length` values that nobody else uses meanwhile. Any bytes are values of `T`.
#[inline(always)]
pub unsafe fn slice_mut<'a, T>(pointer: *mut T, length: usize) -> Option<&'a mut [T]> {
    match (pointer.is_null(), length) {
        (_, 0) => Some(&mut []),
        (true, _) => None,
        // SAFETY: the pointer leads to `length` values.
        (false, _) => Some(unsafe { std::slice::from_raw_parts_mut(pointer, length) }),
    }
}

/// Writes a text and a zero byte, cut between characters to what there is room for.
pub fn write_text(text: &str, bytes: &mut [u8]) {
    let Some(room) = bytes.len().checked_sub(1) else { return };
    let length = (0..=room.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
    bytes[length] = 0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_cut_to_its_room_between_characters() {
        const WHOLE: &str = "expected a game, found \"é\"";
        let written = |room: usize| {
            let mut bytes = [b'x'; 40];
            write_text(WHOLE, &mut bytes[..room]);
            assert!(bytes[room..].iter().all(|&byte| byte == b'x'), "room {room}");
            let text = CStr::from_bytes_until_nul(&bytes[..room]).map(|text| text.to_str().expect("UTF-8").to_string());
            text.unwrap_or_default()
        };
        assert_eq!(written(40), WHOLE);
        for room in 1..=WHOLE.len() + 1 {
            let text = written(room);
            assert!(WHOLE.starts_with(&text) && text.len() + 2 >= room.min(WHOLE.len() + 1), "room {room}: {text}");
        }
        assert_eq!(written(0), "");
    }
}
