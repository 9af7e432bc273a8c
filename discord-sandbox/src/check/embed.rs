//! The limits of embeds.
//!
//! Source: <https://discord.com/developers/docs/resources/message#embed-object-embed-limits>.

use serde_json::Value;

use crate::check::{Form, join};

const MOST_EMBEDS: usize = 10;
const MOST_FIELDS: usize = 25;
/// Over all texts of all embeds of a message together.
const MOST_CHARACTERS: usize = 6000;
const LARGEST_COLOUR: u64 = 0x00ff_ffff;

pub(crate) fn check_embeds(form: &mut Form, path: &str, embeds: &[Value]) {
    form.count(path, embeds.len(), 0..=MOST_EMBEDS);
    let mut characters = 0;
    for (index, embed) in embeds.iter().enumerate() {
        characters += check_embed(form, &join(path, index), embed);
    }
    if characters > MOST_CHARACTERS {
        let message = format!("Embed size exceeds maximum size of {MOST_CHARACTERS}");
        form.add(path, "MAX_EMBED_SIZE_EXCEEDED", message);
    }
}

/// Checks one embed and returns how many characters it adds to the message's total.
fn check_embed(form: &mut Form, path: &str, embed: &Value) -> usize {
    let length = |text: Option<&str>| text.map_or(0, |text| text.chars().count());
    let mut total = length(form.text(embed, path, "title", 0..=256));
    total += length(form.text(embed, path, "description", 0..=4096));
    let footer = join(path, "footer");
    total += length(form.text(&embed["footer"], &footer, "text", 0..=2048));
    let author = join(path, "author");
    total += length(form.text(&embed["author"], &author, "name", 0..=256));
    if let Some(fields) = form.list(embed, path, "fields") {
        let path = join(path, "fields");
        form.count(&path, fields.len(), 0..=MOST_FIELDS);
        for (index, field) in fields.iter().enumerate() {
            let path = join(&path, index);
            total += length(form.required_text(field, &path, "name", 1..=256));
            total += length(form.required_text(field, &path, "value", 1..=1024));
        }
    }
    if form.number(embed, path, "color").is_some_and(|colour| colour > LARGEST_COLOUR) {
        let message = format!("int value should be less than or equal to {LARGEST_COLOUR}.");
        form.add(&join(path, "color"), "NUMBER_TYPE_MAX", message);
    }
    for key in ["image", "thumbnail"] {
        check_picture_url(form, &join(path, key), &embed[key]);
    }
    total
}

fn check_picture_url(form: &mut Form, path: &str, picture: &Value) {
    let Some(url) = picture["url"].as_str() else {
        return;
    };
    let is_known = ["http://", "https://", "attachment://"].iter().any(|scheme| url.starts_with(scheme));
    if !is_known {
        form.add(
            &join(path, "url"),
            "URL_TYPE_INVALID_SCHEME",
            format!("Scheme of \"{url}\" must be one of ('http', 'https')."),
        );
    }
}
