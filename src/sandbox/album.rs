//! Keeps every message and picture that each user sees, in every state in which they saw it.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use discord_sandbox::{ComponentKind, MessageView};
use sha2::{Digest, Sha256};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use super::{Club, Member};
use discord_sandbox::ChannelId;

/// A folder that fills with what users see: `<user>.md`, and the pictures in `pictures/`.
pub struct Album {
    stop: oneshot::Sender<()>,
    task: JoinHandle<io::Result<usize>>,
}

/// One user's pages.
struct Pages {
    member: Member,
    file: fs::File,
    seen: HashSet<[u8; 32]>,
}

impl Album {
    /// Begins to keep what the club's users see, in that folder.
    ///
    /// # Errors
    /// When the folder cannot be written to.
    pub fn open(club: &Club, folder: &Path) -> io::Result<Self> {
        let pictures = folder.join("pictures");
        fs::create_dir_all(&pictures)?;
        let mut pages = Vec::new();
        for (number, member) in club.members.iter().enumerate() {
            let name: String = member.name.chars().filter(|character| character.is_alphanumeric()).collect();
            let mut file = fs::File::create(folder.join(format!("{}-{name}.md", number + 1)))?;
            writeln!(file, "# What {} saw\n", member.name)?;
            pages.push(Pages { member: member.clone(), file, seen: HashSet::new() });
        }
        let (stop, stopped) = oneshot::channel();
        let keeper = Keeper {
            pages,
            pictures,
            stored: HashMap::new(),
            channel: club.channel,
            changes: club.sandbox.changes(),
        };
        Ok(Self { stop, task: tokio::spawn(keeper.keep(stopped)) })
    }

    /// Closes the album and says how many messages, counted in each state, it holds.
    ///
    /// # Errors
    /// When something could not be written.
    pub async fn close(self) -> io::Result<usize> {
        // The keeper has stopped by itself only if writing failed, which it says below.
        let _ = self.stop.send(());
        self.task.await.map_err(io::Error::other)?
    }
}

struct Keeper {
    pages: Vec<Pages>,
    pictures: PathBuf,
    /// The name under which a picture's bytes are stored.
    stored: HashMap<[u8; 32], String>,
    channel: ChannelId,
    changes: watch::Receiver<u64>,
}

impl Keeper {
    async fn keep(mut self, mut stopped: oneshot::Receiver<()>) -> io::Result<usize> {
        let mut kept = 0;
        loop {
            self.changes.borrow_and_update();
            kept += self.look()?;
            tokio::select! {
                changed = self.changes.changed() => if changed.is_err() { return Ok(kept) },
                _ = &mut stopped => return Ok(kept + self.look()?),
            }
        }
    }

    fn look(&mut self) -> io::Result<usize> {
        let mut kept = 0;
        for pages in &mut self.pages {
            let channel = pages.member.user.messages_with_threads(self.channel);
            let channel = channel.into_iter().map(|message| ("#", message));
            let direct = pages.member.user.direct_messages().into_iter().map(|message| ("DM", message));
            for (place, message) in channel.chain(direct).filter(|(_, message)| !message.is_loading) {
                let page = page(place, &message, &self.pictures, &mut self.stored)?;
                if pages.seen.insert(Sha256::digest(page.as_bytes()).into()) {
                    pages.file.write_all(page.as_bytes())?;
                    kept += 1;
                }
            }
        }
        Ok(kept)
    }
}

/// A message as Markdown; its pictures are stored once each.
fn page(
    place: &str,
    message: &MessageView,
    pictures: &Path,
    stored: &mut HashMap<[u8; 32], String>,
) -> io::Result<String> {
    let only = if message.is_ephemeral { ", only you see this" } else { "" };
    let mut page = format!("---\n**{place} message {}{only}**\n\n{}\n\n", message.id, message.content);
    let mut put = |line: std::fmt::Arguments<'_>| page.write_fmt(line).map_err(io::Error::other);
    for attachment in &message.attachments {
        let name = store(&attachment.filename, &attachment.bytes, pictures, stored)?;
        let alt = attachment.description.as_deref().unwrap_or_default();
        if attachment.is_picture() {
            put(format_args!("![](pictures/{name})\n\n> {alt}\n\n"))?;
        } else {
            put(format_args!("[{}](pictures/{name})\n\n", attachment.filename))?;
        }
    }
    for component in &message.components {
        match component.kind {
            ComponentKind::Button | ComponentKind::Link => put(format_args!("[ {} ] ", component.label))?,
            _ => {
                let options: Vec<&str> =
                    component.options.iter().map(|option| option.label.as_str()).collect();
                put(format_args!("\n[ {} ▾ {} ]\n", component.label, options.join(" | ")))?;
            }
        }
    }
    put(format_args!("\n\n"))?;
    Ok(page)
}

fn store(
    filename: &str,
    bytes: &Arc<[u8]>,
    pictures: &Path,
    stored: &mut HashMap<[u8; 32], String>,
) -> io::Result<String> {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    if let Some(name) = stored.get(&digest) {
        return Ok(name.clone());
    }
    let name = format!("{:04}-{filename}", stored.len() + 1);
    fs::write(pictures.join(&name), bytes)?;
    stored.insert(digest, name.clone());
    Ok(name)
}
