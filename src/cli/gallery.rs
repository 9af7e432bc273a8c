//! `junqi render --gallery`: every kind of picture, in every language and view.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;

use crate::picture::{
    Language, Names, Picture, Selection, alt, deployment, hand, open_board, order_of_pieces, player_board,
    public_board, replay, riding,
};
use crate::players::{Level, Requests};
use crate::rules::{BySeat, Event, Game, Seat};
use crate::selfplay::{PlayedGame, play};
use crate::view::{OpenReplay, OpenView, OwnView, PlayerView, PublicView};

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

/// Draws the gallery into a directory, with `index.json` and the contact sheet `index.html`; how
/// many pictures there are.
///
/// # Errors
/// That the directory or a file cannot be written.
pub(super) fn draw_gallery(directory: &Path) -> anyhow::Result<usize> {
    fs::create_dir_all(directory).with_context(|| format!("{} cannot be made", directory.display()))?;
    let played = play(SEED, [Level::Simple; 4], Requests::Never);
    let mut gallery = Gallery { directory, entries: Vec::new() };
    for language in Language::ALL {
        gallery.add_game(&played, language)?;
    }
    gallery.write("index.json", &serde_json::to_vec_pretty(&gallery.entries)?)?;
    gallery.write("index.html", gallery.contact_sheet().as_bytes())?;
    Ok(gallery.entries.len())
}

struct Gallery<'a> {
    directory: &'a Path,
    entries: Vec<Entry>,
}

impl Gallery<'_> {
    fn add_game(&mut self, played: &PlayedGame, language: Language) -> anyhow::Result<()> {
        let names = names();
        let moments = moments(played);
        for (moment, game) in &moments {
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
        for ply in [0, 60, u16::MAX] {
            if let Some(open) = OpenView::at_ply(&played.game, ply) {
                let view = format!("open {}", open.after_ply);
                self.add("board", view, language, open_board(&open, &names, language))?;
            }
        }
        self.add("order", "anybody".to_owned(), language, order_of_pieces(language))?;
        self.add("riding", "anybody".to_owned(), language, riding(language))?;
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

    fn add(
        &mut self,
        kind: &'static str,
        view: String,
        language: Language,
        picture: Picture,
    ) -> anyhow::Result<()> {
        // A PNG tells its size right after its signature and the name of its first chunk.
        let size =
            |at: usize| picture.png[at..at + 4].iter().fold(0, |all, byte| all << 8 | u32::from(*byte));
        let size = (size(16), size(20));
        self.add_file(kind, view, language, ("png", &picture.png), size, picture.alt)
    }

    fn add_file(
        &mut self,
        kind: &'static str,
        view: String,
        language: Language,
        (extension, contents): (&str, &[u8]),
        (width, height): (u32, u32),
        alternative_text: String,
    ) -> anyhow::Result<()> {
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

    fn write(&self, name: &str, contents: &[u8]) -> anyhow::Result<()> {
        let path = self.directory.join(name);
        fs::write(&path, contents).with_context(|| format!("{} cannot be written", path.display()))
    }

    /// All pictures 350 pixels wide, as a phone shows them, half on dark and half on light.
    fn contact_sheet(&self) -> String {
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

/// A long name, a plain one, one that the font lacks, a Latin one.
fn names() -> Names {
    Names(BySeat {
        south: "小明的超級無敵棋王帳號".to_owned(),
        east: "王大同".to_owned(),
        north: "🐉龍".to_owned(),
        west: "Alexandrina".to_owned(),
    })
}

/// The game in each of its stages.
fn moments(played: &PlayedGame) -> Vec<(String, Game)> {
    let mut game = Game::new(*played.game.setup());
    let mut moments: Vec<(String, Game)> = Vec::new();
    let mut add = |name: String, game: &Game| {
        if moments.iter().all(|(other, _)| *other != name) {
            moments.push((name, game.clone()));
        }
    };
    for event in &played.events {
        // Events are those of a game that was played.
        if game.apply(event).is_err() {
            break;
        }
        match event {
            Event::Called { .. } if game.auction().is_some() => add("auction".to_owned(), &game),
            Event::Declared { .. } => add("deployment".to_owned(), &game),
            Event::TurnBegan { .. } => {
                let plies = game.battle().map_or(0, |battle| battle.position().plies());
                if plies.is_multiple_of(60) {
                    add(format!("ply {plies}"), &game);
                }
            }
            Event::Ended { .. } => add("over".to_owned(), &game),
            _ => {}
        }
    }
    moments
}
