#![no_main]

#[allow(dead_code, unused_imports, reason = "each program runs one of the targets")]
#[path = "../../targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::tables::target(data));
