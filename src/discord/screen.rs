//! A message as it is to be shown, before it becomes one of Discord's builders.

use std::sync::Arc;

use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateInteractionResponseFollowup,
    CreateMessage, EditAttachments, EditInteractionResponse, EditMessage, RoleId, UserId,
};
use tokio::sync::Semaphore;

use crate::picture::Picture;

/// A picture that has still to be drawn; made from a view, away from the async threads.
pub type Drawing = Box<dyn FnOnce() -> Picture + Send>;

/// A file beside the picture.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name, without secrets.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// A message to be shown.
#[derive(Default)]
pub struct Screen {
    /// Its text, at most 2,000 characters.
    pub content: String,
    /// Its picture.
    pub drawing: Option<Drawing>,
    /// Other files.
    pub files: Vec<File>,
    /// Buttons and selects.
    pub rows: Vec<CreateActionRow>,
    /// Who is pinged; nobody else is, whatever the text says.
    pub pings: Vec<UserId>,
    /// Which roles are pinged; no other is.
    pub role_pings: Vec<RoleId>,
}

/// A message whose picture has been drawn.
#[derive(Clone)]
pub struct Drawn {
    content: String,
    attachments: Vec<CreateAttachment>,
    rows: Vec<CreateActionRow>,
    pings: Vec<UserId>,
    role_pings: Vec<RoleId>,
}

/// The longest text that Discord takes in a message.
const CONTENT_MAX: usize = 2_000;

impl Screen {
    /// A message of words alone.
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), ..Self::default() }
    }
}

impl Drawn {
    fn mentions(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new().users(self.pings.clone()).roles(self.role_pings.clone())
    }

    fn kept(&self) -> EditAttachments {
        self.attachments.iter().cloned().fold(EditAttachments::new(), EditAttachments::add)
    }

    /// As a new message.
    pub fn create(&self) -> CreateMessage {
        CreateMessage::new()
            .content(&self.content)
            .files(self.attachments.clone())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions())
    }

    /// In place of what a message shows now.
    pub fn edit(&self) -> EditMessage {
        EditMessage::new()
            .content(&self.content)
            .attachments(self.kept())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions())
    }

    /// In place of what the answer to an interaction shows now.
    pub fn edit_response(&self) -> EditInteractionResponse {
        EditInteractionResponse::new()
            .content(&self.content)
            .attachments(self.kept())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions())
    }

    /// As a further answer to an interaction that only its user sees.
    pub fn follow_up(&self) -> CreateInteractionResponseFollowup {
        CreateInteractionResponseFollowup::new()
            .content(&self.content)
            .files(self.attachments.clone())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions())
            .ephemeral(true)
    }
}

/// Draws pictures on a bounded pool of threads, away from the async ones.
#[derive(Clone, Debug)]
pub struct Artist {
    places: Arc<Semaphore>,
}

impl Artist {
    /// An artist who draws that many pictures at a time.
    pub fn new(at_a_time: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(at_a_time)) }
    }

    /// Draws a screen's picture. Should drawing fail, the words go without it.
    pub async fn draw(&self, screen: Screen) -> Drawn {
        let Screen { content, drawing, files, rows, pings, role_pings } = screen;
        let picture = match drawing {
            Some(drawing) => self.draw_picture(drawing).await,
            None => None,
        };
        let pictures = picture
            .into_iter()
            .map(|picture| CreateAttachment::bytes(picture.png, "board.png").description(picture.alt));
        let others = files.into_iter().map(|file| CreateAttachment::bytes(file.bytes, file.name));
        let content = if content.chars().count() > CONTENT_MAX {
            content.chars().take(CONTENT_MAX).collect()
        } else {
            content
        };
        Drawn { content, attachments: pictures.chain(others).collect(), rows, pings, role_pings }
    }

    async fn draw_picture(&self, drawing: Drawing) -> Option<Picture> {
        // The semaphore is never closed.
        let _place = self.places.acquire().await.ok()?;
        match tokio::task::spawn_blocking(drawing).await {
            Ok(picture) => Some(picture),
            Err(fault) => {
                tracing::error!(%fault, "a picture could not be drawn");
                None
            }
        }
    }
}
