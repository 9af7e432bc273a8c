//! Every kind of picture, in every language and view, of sample games: files to look at.

mod games;

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::{fs, path::PathBuf};

use serde::Serialize;
use thiserror::Error;

use self::games::{moments, names, odd_moments};
use crate::picture::{
    Exhibit, Language, Picture, Selection, alt, contact_sheet, deployment, hand, open_board, order_of_pieces,
    player_board, public_board, replay, riding, score_curve,
};
use crate::players::Level;
use crate::rules::{Game, Seat};
use crate::selfplay::{PlayedGame, Requests, play};
use crate::view::{OpenReplay, OpenView, OwnView, PlayerView, PublicView};

/// A file of the gallery could not be written.
#[derive(Debug, Error)]
#[error("{} cannot be written", .path.display())]
pub struct Unwritten {
    path: PathBuf,
    #[source]
    fault: io::Error,
}

/// The sample game is that of this seed, whatever came before.
const SEED: u64 = 100;

/// One picture of the gallery, as `index.json` tells of it.
#[derive(Debug, Serialize)]
struct Entry {
    file: String,
    kind: &'static str,
    view: String,
    language: &'static str,
    width: u32,
    height: u32,
    bytes: usize,
    alternative_text: String,
}

/// Pictures of a contact sheet, and in how many columns.
const SHEET: usize = 24;
const COLUMNS: usize = 6;

/// Draws the gallery into a directory, which is made if there is none: the pictures, `index.json`,
/// contact sheets `sheet-01.png` and so on, and `index.html` with the replays too. How many pictures there are.
///
/// # Errors
/// That the directory or a file cannot be written.
pub fn draw_gallery(directory: &Path) -> Result<usize, Unwritten> {
    let unwritten = |fault| Unwritten { path: directory.to_owned(), fault };
    fs::create_dir_all(directory).map_err(unwritten)?;
    let played = play(SEED, [Level::Simple; 4], Requests::Never);
    let mut gallery = Gallery { directory, entries: Vec::new(), drawn: Vec::new() };
    let others = (SEED..SEED + 100).map(|seed| play(seed, [Level::Simple; 4], Requests::Never));
    let odd = odd_moments(others);
    for language in Language::ALL {
        for (moment, game) in &odd {
            let picture = public_board(&PublicView::of(game), &names(), language);
            gallery.add("board", format!("public {moment}"), language, picture)?;
        }
        gallery.add_game(&played, language)?;
        gallery.add_lessons(language)?;
        gallery.add_curves(language)?;
    }
    let index = serde_json::to_vec_pretty(&gallery.entries).map_err(|fault| unwritten(fault.into()))?;
    gallery.write("index.json", &index)?;
    gallery.write("index.html", gallery.page().as_bytes())?;
    gallery.write_sheets()?;
    Ok(gallery.entries.len())
}

struct Gallery<'a> {
    directory: &'a Path,
    entries: Vec<Entry>,
    /// The still pictures: which entry, and the picture.
    drawn: Vec<(usize, Vec<u8>)>,
}

impl Gallery<'_> {
    fn add_game(&mut self, played: &PlayedGame, language: Language) -> Result<(), Unwritten> {
        let names = names();
        for (moment, game) in &moments(played) {
            self.add_moment(moment, game, language)?;
        }
        for ply in [0, 60, u16::MAX] {
            if let Some(open) = OpenView::at_ply(&played.game, ply) {
                let view = format!("open {}", open.after_ply);
                self.add("board", view, language, open_board(&open, &names, language))?;
            }
        }
        if let Some(game) = OpenReplay::of(&played.game) {
            let gif = replay(&game, &names, language);
            // A GIF tells its size in its seventh to tenth byte, the low one first.
            let size = |at: usize| u32::from(u16::from_le_bytes([gif[at], gif[at + 1]]));
            let size = (size(6), size(8));
            let text = alt::replay(&game, &names, language);
            self.add_file("replay", "open".to_owned(), language, ("gif", &gif), size, text)?;
        }
        Ok(())
    }

    /// A moment for anybody and for each player.
    fn add_moment(&mut self, moment: &str, game: &Game, language: Language) -> Result<(), Unwritten> {
        let names = names();
        {
            let public = PublicView::of(game);
            self.add("board", format!("public {moment}"), language, public_board(&public, &names, language))?;
            for seat in Seat::ALL {
                let view = PlayerView::of(game, seat);
                let of = |what: &str| format!("{} {moment}{what}", seat.code());
                self.add("board", of(""), language, player_board(&view, &names, language, None))?;
                match &view.own {
                    OwnView::Nothing => {}
                    OwnView::Hand(pieces) => self.add("hand", of(""), language, hand(pieces, language))?,
                    OwnView::Layout { layout, .. } => {
                        let mut points = layout.0.keys().copied();
                        let swap = points.next().zip(points.next());
                        self.add("deployment", of(""), language, deployment(&view, language, swap))?;
                    }
                    OwnView::Pieces { moves, .. } if view.is_to_move() => {
                        let Some(step) = moves.first() else { continue };
                        for (what, to) in [(" chosen", None), (" decided", Some(step.to))] {
                            let selection = Selection { from: step.from, to };
                            let picture = player_board(&view, &names, language, Some(&selection));
                            self.add("board", of(what), language, picture)?;
                        }
                    }
                    OwnView::Pieces { .. } => {}
                }
            }
        }
        Ok(())
    }

    /// The pictures of the pages of rules.
    fn add_lessons(&mut self, language: Language) -> Result<(), Unwritten> {
        self.add("order", "anybody".to_owned(), language, order_of_pieces(language))?;
        self.add("riding", "anybody".to_owned(), language, riding(language))
    }

    /// Scores of nobody, of a first game, of many games, and of more than anybody can reach.
    fn add_curves(&mut self, language: Language) -> Result<(), Unwritten> {
        let many: Vec<i64> = (0..40i64).map(|game| (game * game * 37 % 101 - 45) * 2 + game * 3).collect();
        let huge = [i64::MAX / 3, i64::MIN / 2, i64::MAX];
        for (what, totals) in [("none", &[][..]), ("one", &[30]), ("many", &many), ("huge", &huge)] {
            self.add("curve", what.to_owned(), language, score_curve(totals, language))?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        kind: &'static str,
        view: String,
        language: Language,
        picture: Picture,
    ) -> Result<(), Unwritten> {
        // A PNG tells its size right after its signature and the name of its first chunk.
        let size =
            |at: usize| picture.png[at..at + 4].iter().fold(0, |all, byte| all << 8 | u32::from(*byte));
        let size = (size(16), size(20));
        self.add_file(kind, view, language, ("png", &picture.png), size, picture.alt)?;
        self.drawn.push((self.entries.len() - 1, picture.png));
        Ok(())
    }

    fn add_file(
        &mut self,
        kind: &'static str,
        view: String,
        language: Language,
        (extension, contents): (&str, &[u8]),
        (width, height): (u32, u32),
        alternative_text: String,
    ) -> Result<(), Unwritten> {
        let language = match language {
            Language::TraditionalChinese => "zh-TW",
            Language::SimplifiedChinese => "zh-CN",
            Language::English => "en",
        };
        let file = format!("{kind}-{}-{language}.{extension}", view.replace(' ', "-"));
        self.write(&file, contents)?;
        let bytes = contents.len();
        self.entries.push(Entry { file, kind, view, language, width, height, bytes, alternative_text });
        Ok(())
    }

    fn write(&self, name: &str, contents: &[u8]) -> Result<(), Unwritten> {
        let path = self.directory.join(name);
        fs::write(&path, contents).map_err(|fault| Unwritten { path, fault })
    }

    /// All still pictures as small as a phone shows them, with captions.
    fn write_sheets(&self) -> Result<(), Unwritten> {
        for (number, part) in (1..).zip(self.drawn.chunks(SHEET)) {
            let captions: Vec<[String; 2]> = part
                .iter()
                .map(|(entry, _)| {
                    let Entry { kind, view, language, width, height, bytes, .. } = &self.entries[*entry];
                    [format!("{kind}, {view}, {language}"), format!("{width} × {height}, {bytes} bytes")]
                })
                .collect();
            let exhibits: Vec<Exhibit> = part
                .iter()
                .zip(&captions)
                .map(|((_, png), [above, below])| Exhibit { png, caption: [above, below] })
                .collect();
            self.write(&format!("sheet-{number:02}.png"), &contact_sheet(&exhibits, COLUMNS))?;
        }
        Ok(())
    }

    /// All pictures 350 pixels wide, as a phone shows them, half on dark and half on light.
    fn page(&self) -> String {
        let mut page = String::from(
            "<!doctype html><meta charset=\"utf-8\"><title>junqi</title><style>\
             body{margin:0;font:14px sans-serif;background:linear-gradient(90deg,#313338 50%,#fff 50%)}\
             figure{display:inline-block;width:350px;margin:8px;vertical-align:top}\
             img{width:350px}figcaption{background:#fff8;padding:2px}</style>\n",
        );
        for entry in &self.entries {
            let text = escaped(&entry.alternative_text);
            let Entry { file, kind, view, language, width, height, bytes, .. } = entry;
            // Writing to a string does not fail.
            let _ = writeln!(
                page,
                "<figure><img src=\"{file}\" alt=\"{text}\" title=\"{text}\"><figcaption>{kind}, {view}, \
                 {language}, {width} × {height}, {bytes} bytes</figcaption></figure>"
            );
        }
        page
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gallery_tells_of_every_file_in_it() {
        let directory = tempfile::tempdir().unwrap();
        let count = draw_gallery(directory.path()).unwrap();
        let index = fs::read(directory.path().join("index.json")).unwrap();
        let index: Vec<serde_json::Value> = serde_json::from_slice(&index).unwrap();
        assert_eq!(index.len(), count);
        let mut kinds: Vec<(&str, &str)> = Vec::new();
        for entry in &index {
            let file = entry["file"].as_str().unwrap();
            let bytes = fs::read(directory.path().join(file)).unwrap();
            assert_eq!(entry["bytes"], bytes.len(), "{file}");
            let image = image::load_from_memory(&bytes).unwrap();
            let size = (u64::from(image.width()), u64::from(image.height()));
            assert_eq!((entry["width"].as_u64().unwrap(), entry["height"].as_u64().unwrap()), size, "{file}");
            let text = entry["alternative_text"].as_str().unwrap();
            assert!((1..=crate::picture::ALT_LIMIT).contains(&text.encode_utf16().count()), "{file}: {text}");
            kinds.push((entry["kind"].as_str().unwrap(), entry["language"].as_str().unwrap()));
        }
        for kind in ["board", "hand", "deployment", "order", "riding", "curve", "replay"] {
            for language in ["zh-TW", "zh-CN", "en"] {
                assert!(kinds.contains(&(kind, language)), "no {kind} in {language}");
            }
        }
        let sheets =
            (1..).take_while(|number| directory.path().join(format!("sheet-{number:02}.png")).exists());
        assert_eq!(sheets.count(), (count - 3).div_ceil(SHEET), "all but the three replays");
    }
}
