//! The program: one binary, `fupan`. All it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    fupan::run(std::env::args_os())
}
