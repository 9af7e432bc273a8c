//! Editing messages, and which files they keep.

use std::sync::Arc;

use crate::check::Form;
use crate::check::message::{MessageBody, flag};
use crate::id::{AttachmentId, MessageId};
use crate::rest::body::Upload;
use crate::rest::error::{ApiError, Code, Retry, Scope};
use crate::world::World;
use crate::world::message::{Attachment, number_components};
use crate::world::thread::Activity;

const HOUR_MS: u64 = 60 * 60 * 1000;

impl World {
    /// Changes what the body names and leaves the rest.
    ///
    /// # Errors
    /// 10008 for a message that is gone, 50083 in an archived thread, 50006 if nothing would be left, 50035 for an attachment that is nowhere.
    pub(crate) fn edit(&mut self, id: MessageId, body: &MessageBody) -> Result<(), ApiError> {
        let Some(message) = self.messages.get(&id) else {
            return Err(self.unknown_message(id));
        };
        self.check_thread_is_awake(message.channel)?;
        let kept = match &body.attachments {
            None => message.attachments.clone(),
            Some(slots) => {
                let is_kept =
                    |attachment: &&Attachment| slots.iter().any(|slot| slot.id == attachment.id.get());
                message.attachments.iter().filter(is_kept).cloned().collect()
            }
        };
        let attachments = self.attach(kept, body)?;
        let now = self.now_ms();
        let mut edited = self.messages[&id].clone();
        if let Some(content) = &body.content {
            edited.content.clone_from(content);
        }
        if let Some(embeds) = &body.embeds {
            edited.embeds.clone_from(embeds);
        }
        if let Some(components) = &body.components {
            edited.components = number_components(components.clone());
        }
        edited.attachments = attachments;
        edited.flags |= body.flags & flag::COMPONENTS_V2;
        if edited.is_empty() {
            return Err(ApiError::of(Code::EmptyMessage));
        }
        let was_loading = edited.is_loading();
        edited.flags &= !flag::LOADING;
        if was_loading {
            // Filling in a placeholder counts as its creation: it pings, and is not marked as edited.
            edited.pings = self.pings(&edited, body.allowed_mentions.as_ref());
        } else {
            edited.edited_ms = Some(now);
        }
        let before = self.messages.insert(id, edited);
        for attachment in before.into_iter().flat_map(|message| message.attachments) {
            self.files.remove(&attachment.id);
        }
        for attachment in &self.messages[&id].attachments {
            self.files.insert(attachment.id, id);
        }
        self.announce_message(id, "MESSAGE_UPDATE");
        Ok(())
    }

    /// Counts an edit through the channel of a message older than an hour. Whether Discord counts those on a token of an
    /// interaction too is not told; here they are free.
    ///
    /// # Errors
    /// 30046 for one too many.
    pub(crate) fn count_late_edit(&mut self, id: MessageId) -> Result<(), ApiError> {
        let now = self.now_ms();
        let most = self.config.edits_of_old_message as usize;
        let Some(message) = self.messages.get_mut(&id) else {
            return Ok(());
        };
        if now.saturating_sub(message.created_ms) <= HOUR_MS {
            return Ok(());
        }
        message.late_edits_ms.retain(|edit| now.saturating_sub(*edit) < HOUR_MS);
        if message.late_edits_ms.len() >= most {
            let oldest = message.late_edits_ms.first().copied().unwrap_or(now);
            let retry = Retry { after_ms: (oldest + HOUR_MS).saturating_sub(now), scope: Scope::Shared };
            return Err(ApiError::of(Code::OldMessageEdits).with_retry(retry));
        }
        message.late_edits_ms.push(now);
        Ok(())
    }

    fn check_thread_is_awake(&self, channel: crate::ChannelId) -> Result<(), ApiError> {
        let thread = self.channels.get(&channel).and_then(|channel| channel.thread());
        match thread.map(|thread| thread.activity) {
            Some(Activity::Archived) => Err(self.thread_refusal(channel, Code::ThreadArchived)),
            Some(Activity::Active) | None => Ok(()),
        }
    }

    /// The files of a message after a request: those kept, then those newly sent.
    pub(crate) fn attach(
        &mut self,
        mut attachments: Vec<Attachment>,
        body: &MessageBody,
    ) -> Result<Vec<Attachment>, ApiError> {
        let mut form = Form::default();
        for (index, slot) in body.attachments.iter().flatten().enumerate() {
            let kept = attachments.iter_mut().find(|attachment| attachment.id.get() == slot.id);
            if let Some(kept) = kept {
                if slot.description.is_some() {
                    kept.description.clone_from(&slot.description);
                }
            } else if !body.uploads.iter().any(|upload| upload.index == slot.id) {
                let path = format!("attachments.{index}");
                form.add(&path, "ATTACHMENT_NOT_FOUND", "Attachment data not found");
            }
        }
        for upload in &body.uploads {
            let slots = body.attachments.iter().flatten();
            let slot = slots.clone().find(|slot| slot.id == upload.index);
            attachments.push(Attachment {
                id: self.next_id::<AttachmentId>(),
                filename: slot
                    .and_then(|slot| slot.filename.clone())
                    .unwrap_or_else(|| upload.filename.clone()),
                description: slot.and_then(|slot| slot.description.clone()),
                content_type: content_type(upload),
                bytes: Arc::clone(&upload.bytes),
            });
        }
        form.count("attachments", attachments.len(), 0..=10);
        form.finish()?;
        Ok(attachments)
    }
}

/// What the name says, as Discord's file server does it, else what the sender said.
fn content_type(upload: &Upload) -> String {
    let extension = upload.filename.rsplit('.').next().unwrap_or_default();
    let known = match extension.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "txt" => "text/plain; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        _ => return upload.content_type.clone(),
    };
    known.to_owned()
}
