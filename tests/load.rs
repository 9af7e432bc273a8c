//! The load driver works, in small: few tables, a slow build, and no word about times.

#[path = "../benches/load/mod.rs"]
mod load;

use clap::Parser as _;

#[test]
fn under_load_and_over_a_kill_no_press_is_lost_or_wrongly_refused() {
    let options = load::Options::parse_from(["load", "--quick", "--json"]).settled();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let report = runtime.block_on(load::run(&options)).unwrap();
    report.print();
    let figures = report.json();
    assert_eq!(figures["lost"], 0, "{figures}");
    assert_eq!(figures["refused"], 0, "{figures}");
    assert_eq!(figures["human"]["too_many_requests"], 0, "the bot keeps to Discord's limits: {figures}");
    for part in ["human", "rated", "full"] {
        assert!(figures[part]["plies"].as_u64().unwrap() > 0, "{part}: {figures}");
    }
    for name in
        ["tables", "p50_ms", "p99_ms", "plies_per_s", "resident_mb", "bytes_per_game", "restore_s", "lost"]
    {
        assert!(figures[name].is_number(), "{name} is stated: {figures}");
    }
    let text = figures.to_string();
    assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), figures, "it reads back");
    assert!(!text.contains('\n'), "it is one line");
}
