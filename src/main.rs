//! The program `junqi`; everything is in the library.

use std::process::ExitCode;

/// The heap; those of the C library stand in each other's way, or grow (docs/PERFORMANCE.md, "Many tables at once").
#[cfg(all(feature = "jemalloc", target_os = "linux"))]
#[global_allocator]
static HEAP: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    junqi::cli::main()
}
