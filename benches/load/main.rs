//! `cargo bench --bench load`: a thousand tables at once (see `load`'s own words).

#[path = "mod.rs"]
mod load;

use clap::Parser as _;

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
