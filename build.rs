//! Cargo does not see a new file among the migrations by itself.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
