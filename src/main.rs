//! The program `junqi`; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    junqi::cli::main()
}
