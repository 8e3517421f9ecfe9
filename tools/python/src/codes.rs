//! The codes of a slice as a buffer: the memory of the table itself, or codes that were decoded.

use std::ffi::{c_int, c_void};
use std::ptr;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;

/// The codes of all entries of a slice, read-only.
#[pyclass(frozen)]
pub struct Codes {
    /// Bytes of a code: 1 or 2.
    #[pyo3(get)]
    width: usize,
    memory: Memory,
}

/// Where the codes are.
enum Memory {
    /// In a table, which its owner keeps open.
    Mapped {
        first: *const u8,
        length: usize,
        _owner: Py<PyAny>,
    },
    Decoded(Vec<u16>),
}

// SAFETY: the memory is never written, and lives as long as the table, which any thread may read.
unsafe impl Send for Codes {}
// SAFETY: as for `Send`.
unsafe impl Sync for Codes {}

impl Codes {
    /// The codes in a table that `owner` keeps open.
    pub fn mapped(bytes: &[u8], width: usize, owner: Py<PyAny>) -> Codes {
        Codes { width, memory: Memory::Mapped { first: bytes.as_ptr(), length: bytes.len(), _owner: owner } }
    }

    /// Codes that were decoded.
    pub fn decoded(mut codes: Vec<u16>) -> Codes {
        codes.iter_mut().for_each(|code| *code = code.to_le());
        Codes { width: 2, memory: Memory::Decoded(codes) }
    }
}

#[pymethods]
impl Codes {
    /// # Safety
    /// Python calls it with a view that is to be filled.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("expected a view to fill, found none"));
        }
        let (first, length) = match &slf.get().memory {
            Memory::Mapped { first, length, .. } => (*first, *length),
            Memory::Decoded(codes) => (codes.as_ptr().cast::<u8>(), size_of_val(&codes[..])),
        };
        // SAFETY: the view is not null. It holds a reference to this object, which keeps the memory, and is read-only.
        let filled = unsafe {
            ffi::PyBuffer_FillInfo(view, slf.as_ptr(), first as *mut c_void, length as ffi::Py_ssize_t, 1, flags)
        };
        match filled {
            0 => Ok(()),
            _ => {
                // SAFETY: the view is not null.
                unsafe { (*view).obj = ptr::null_mut() };
                Err(PyErr::fetch(slf.py()))
            }
        }
    }
}
