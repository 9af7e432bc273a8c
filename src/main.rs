//! The program `junqi`; everything is in the library.

use std::process::ExitCode;

/// A thousand tables on a few threads leave the system's own allocator with more gaps than memory in
/// use (docs/PERFORMANCE.md, "Many tables at once").
#[cfg(feature = "cli")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    junqi::cli::main()
}
