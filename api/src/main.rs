//! The program: one binary, `fupan`. All it does is in the library.

use std::process::ExitCode;

/// Entries and their answers are many small parts, made by one thread and let go
/// of by another: measured in docs/performance.md.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    fupan::run(std::env::args_os())
}
