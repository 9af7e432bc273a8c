//! Runs scripts that drive a headless browser; passes them over, with a notice, where there is none.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What the scripts need, and how to come by it.
const HOW_TO: &str = "install chromium and Node 20, then run `npm ci` in discord-sandbox/browser";

/// Where a browser may be.
const BROWSERS: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];

/// Runs a script, which gets `stage` as JSON, and says whether it was run. Screenshots go into `screenshots/` beside
/// the manifest.
///
/// # Panics
/// If the script fails; and in CI if it cannot be run.
pub async fn run(script: &Path, stage: &Value) -> bool {
    let browser = match ready(script) {
        Ok(browser) => browser,
        Err(missing) => {
            let is_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
            assert!(!is_ci, "CI has no browser: {missing}; {HOW_TO}");
            eprintln!("SKIPPED: no test in a browser, since {missing}; {HOW_TO}");
            return false;
        }
    };
    let screenshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("screenshots");
    let mut command = Command::new("node");
    command
        .arg(script)
        .env("SANDBOX_STAGE", stage.to_string())
        .env("SANDBOX_BROWSER", browser)
        .env("SANDBOX_SCREENSHOTS", screenshots);
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    println!("{said}{complained}");
    assert!(output.status.success(), "{} failed:\n{said}{complained}", script.display());
    true
}

/// The browser, if everything is there.
fn ready(script: &Path) -> Result<PathBuf, String> {
    let node = Command::new("node").arg("--version").output();
    node.map_err(|error| format!("node does not start ({error})"))?;
    let modules = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = [modules.join("browser"), modules.join("discord-sandbox/browser")]
        .iter()
        .any(|folder| folder.join("node_modules/playwright-core").is_dir());
    if !found {
        return Err("playwright-core is not installed".to_owned());
    }
    if !script.is_file() {
        return Err(format!("{} is missing", script.display()));
    }
    let named = std::env::var_os("SANDBOX_BROWSER").map(PathBuf::from);
    named
        .into_iter()
        .chain(BROWSERS.map(PathBuf::from))
        .find(|path| path.is_file())
        .ok_or_else(|| "no chromium was found".to_owned())
}
