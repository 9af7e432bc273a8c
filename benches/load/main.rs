//! `cargo bench --bench load`: a thousand tables at once (see `load`'s own words).

#[path = "mod.rs"]
mod load;

use clap::Parser as _;

/// That of the program: the stand-in and its users must not be what holds the bot up.
#[cfg(all(feature = "jemalloc", target_os = "linux"))]
#[global_allocator]
static HEAP: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> Result<(), load::Fault> {
    let options = load::Options::parse().settled();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let report = runtime.block_on(load::run(&options))?;
    report.print();
    if options.json {
        println!("{}", report.json());
    }
    Ok(())
}
