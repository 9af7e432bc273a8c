//! `junqi render`: the board of a recorded game as a PNG, or a gallery of all kinds of picture.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::Args;

use crate::discord::language_of;
use crate::gallery::draw_gallery;
use crate::picture::{Names, Picture, open_board, player_board, public_board, seat_name};
use crate::record::Record;
use crate::rules::{BySeat, Seat};
use crate::view::{OpenView, PlayerView, PublicView};

/// Whose board is drawn.
#[derive(Clone, Copy, Debug)]
enum Eyes {
    Player(Seat),
    Public,
    Open,
}

fn eyes(text: &str) -> Result<Eyes, String> {
    match text {
        "public" => Ok(Eyes::Public),
        "open" => Ok(Eyes::Open),
        seat => Seat::from_code(seat)
            .map(Eyes::Player)
            .ok_or_else(|| "one of south, east, north, west, public, open".to_owned()),
    }
}

/// Draw the board of a recorded game as a PNG, or a gallery of all kinds of picture
#[derive(Debug, Args)]
pub(super) struct Render {
    /// Draw every kind of picture of a sample game into a directory instead
    #[arg(long, value_name = "DIR", exclusive = true)]
    gallery: Option<PathBuf>,
    #[command(flatten)]
    board: Option<Board>,
}

/// One board of a recorded game.
#[derive(Debug, Args)]
struct Board {
    /// The game's record
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// After which ply; 0 is the beginning of the battle
    #[arg(long, value_name = "N")]
    ply: u16,
    /// Whose board: south, east, north, west, public or open
    #[arg(long = "as", value_name = "WHO", value_parser = eyes)]
    eyes: Eyes,
    /// Where the picture goes
    #[arg(long, value_name = "PNG")]
    out: PathBuf,
    /// The language of its labels, as Discord names it
    #[arg(long, default_value = "zh-TW", value_name = "LOCALE")]
    locale: String,
}

impl Render {
    pub(super) fn carry_out(self) -> anyhow::Result<ExitCode> {
        if let Some(directory) = self.gallery {
            let pictures = draw_gallery(&directory)?;
            println!("{pictures} pictures in {}", directory.display());
            return Ok(ExitCode::SUCCESS);
        }
        self.board.ok_or_else(|| anyhow!("either a record or --gallery is needed"))?.carry_out()
    }
}

impl Board {
    fn carry_out(self) -> anyhow::Result<ExitCode> {
        let record =
            super::verify::read(&self.file).map_err(|fault| anyhow!("{}: {fault}", self.file.display()))?;
        let picture = self.draw(&record).with_context(|| self.file.display().to_string())?;
        std::fs::write(&self.out, picture.png)
            .with_context(|| format!("{} cannot be written", self.out.display()))?;
        println!("{}", picture.alt);
        Ok(ExitCode::SUCCESS)
    }

    fn draw(&self, record: &Record) -> anyhow::Result<Picture> {
        let language = language_of(&self.locale);
        // A record names nobody; the seats stand for their players.
        let names = Names(BySeat::from_fn(|seat| seat_name(seat, language).to_owned()));
        match self.eyes {
            Eyes::Open => {
                let finished = record.verify()?.game;
                let view =
                    OpenView::at_ply(&finished, self.ply).ok_or_else(|| anyhow!("the game is not over"))?;
                Ok(open_board(&view, &names, language))
            }
            Eyes::Public => Ok(public_board(&PublicView::of(&record.game_at(self.ply)?), &names, language)),
            Eyes::Player(seat) => {
                let view = PlayerView::of(&record.game_at(self.ply)?, seat);
                Ok(player_board(&view, &names, language, None))
            }
        }
    }
}
