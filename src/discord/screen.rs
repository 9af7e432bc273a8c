//! A message as it is to be shown, before it becomes one of Discord's builders.

use std::sync::Arc;

use serenity::all::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateInteractionResponseFollowup,
    CreateMessage, EditAttachments, EditInteractionResponse, EditMessage, Http, Message, RoleId, UserId,
};
use serenity::builder::Builder as _;
use serenity::http::{HttpError, LightMethod, Multipart, MultipartUpload, Request, Route};
use tokio::sync::OwnedSemaphorePermit;

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
    /// What it shows, in words, where it is a picture; at most 1,024 characters.
    pub alt: Option<String>,
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
    /// Its picture's place among those on their way, until it is let go; none where it has none.
    _way: Option<Arc<OwnedSemaphorePermit>>,
}

/// The longest text that Discord takes in a message.
const CONTENT_MAX: usize = 2_000;

/// These files and no others, of all that the message has had.
fn only(files: impl IntoIterator<Item = CreateAttachment>) -> EditAttachments {
    files.into_iter().fold(EditAttachments::new(), EditAttachments::add)
}

/// Takes a file's contents out of what is told of it.
fn take_contents(file: &mut CreateAttachment) -> CreateAttachment {
    CreateAttachment::bytes(std::mem::take(&mut file.data), file.filename.clone())
}

impl Screen {
    /// A message of words alone.
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), ..Self::default() }
    }

    /// The message with its picture, if that was drawn, and the picture's place among those on their way.
    pub fn drawn(self, picture: Option<Picture>, way: Option<OwnedSemaphorePermit>) -> Drawn {
        let Self { content, drawing: _, files, rows, pings, role_pings } = self;
        let pictures = picture
            .into_iter()
            .map(|picture| CreateAttachment::bytes(picture.png, "board.png").description(picture.alt));
        let others = files.into_iter().map(|file| {
            let attachment = CreateAttachment::bytes(file.bytes, file.name);
            match file.alt {
                Some(alt) => attachment.description(alt),
                None => attachment,
            }
        });
        let content = if content.chars().count() > CONTENT_MAX {
            content.chars().take(CONTENT_MAX).collect()
        } else {
            content
        };
        let attachments = pictures.chain(others).collect();
        Drawn { content, attachments, rows, pings, role_pings, _way: way.map(Arc::new) }
    }
}

impl Drawn {
    /// Its picture and files, for a test to spoil.
    #[cfg(test)]
    pub const fn attachments_mut(&mut self) -> &mut Vec<CreateAttachment> {
        &mut self.attachments
    }

    /// Its words.
    #[cfg(test)]
    pub fn content(&self) -> &str {
        &self.content
    }

    fn mentions(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new().users(self.pings.clone()).roles(self.role_pings.clone())
    }

    fn kept(&self) -> EditAttachments {
        only(self.attachments.iter().cloned())
    }

    /// As a new message.
    pub fn create(&self) -> CreateMessage {
        CreateMessage::new()
            .content(&self.content)
            .files(self.attachments.clone())
            .components(self.rows.clone())
            .allowed_mentions(self.mentions())
    }

    /// Whether the message has these words and as many files.
    pub fn is_shown_by(&self, message: &Message) -> bool {
        message.content == self.content && message.attachments.len() == self.attachments.len()
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
        self.response_with(self.kept())
    }

    fn response_with(&self, files: EditAttachments) -> EditInteractionResponse {
        EditInteractionResponse::new()
            .content(&self.content)
            .attachments(files)
            .components(self.rows.clone())
            .allowed_mentions(self.mentions())
    }

    /// Puts it in place of what the answer to an interaction shows now; without a copy of its picture, which takes
    /// the longer the larger it is, and without a look at the message that comes back.
    ///
    /// # Errors
    /// What Discord said.
    pub async fn into_response(mut self, line: &Http, token: &str) -> serenity::Result<()> {
        let mut files = std::mem::take(&mut self.attachments);
        if files.len() > 1 {
            // Only the library can number several.
            return self.response_with(only(files)).execute(line, token).await.map(|_| ());
        }
        let application_id = line.application_id().ok_or(HttpError::ApplicationIdMissing)?;
        let uploads: Vec<_> = files.iter_mut().map(take_contents).collect();
        let words = serenity::json::to_string(&self.response_with(only(files)))?;
        let route = Route::WebhookOriginalInteractionResponse { application_id, token };
        let request = Request::new(route, LightMethod::Patch);
        let request = if uploads.is_empty() {
            request.body(Some(words.into_bytes()))
        } else {
            let upload = MultipartUpload::Attachments(uploads);
            request.multipart(Some(Multipart { upload, fields: Vec::new(), payload_json: Some(words) }))
        };
        let mut answer = line.request(request).await?;
        // Read to its end, so that the connection serves again.
        while answer.chunk().await.map_err(HttpError::Request)?.is_some() {}
        Ok(())
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
