//! What autocompletion suggests to a player: made from their own view alone, and nothing for who has none.

use serenity::all::AutocompleteChoice;
use serenity::builder::CreateAutocompleteResponse;

use super::texts::Texts;
use crate::picture::kind_name;
use crate::rules::Point;
use crate::table::{Telling, UserId, Viewer};
use crate::view::OwnView;

/// Suggestions that Discord shows.
pub const SUGGESTIONS: usize = 25;

/// Those of the suggestions that begin as typed, as many as Discord shows.
fn suggest(points: impl Iterator<Item = (Point, String)>, partial: &str) -> CreateAutocompleteResponse {
    let typed = partial.trim().to_uppercase();
    let fits = points.filter(|(point, label)| {
        point.to_string().starts_with(&typed) || label.to_uppercase().starts_with(&typed)
    });
    let choices = fits.map(|(point, label)| AutocompleteChoice::new(label, point.to_string()));
    CreateAutocompleteResponse::new().set_choices(choices.take(SUGGESTIONS).collect())
}

fn own(telling: &Telling, user: UserId) -> Option<&OwnView> {
    match telling.viewer(user) {
        Viewer::Player(view) => Some(&view.own),
        Viewer::Spectator => None,
    }
}

/// The pieces that the user can move, named.
pub fn movable_pieces(
    telling: &Telling,
    user: UserId,
    texts: Texts,
    partial: &str,
) -> CreateAutocompleteResponse {
    let Some(OwnView::Pieces { pieces, moves }) = own(telling, user) else {
        return CreateAutocompleteResponse::new();
    };
    let movable = pieces.iter().filter(|(point, _)| moves.iter().any(|step| step.from == **point));
    suggest(movable.map(|(point, kind)| (*point, format!("{point} {}", kind_name(*kind, texts.0)))), partial)
}

/// Where that piece of the user's can go.
pub fn destinations(
    telling: &Telling,
    user: UserId,
    from: Option<Point>,
    partial: &str,
) -> CreateAutocompleteResponse {
    let Some(OwnView::Pieces { moves, .. }) = own(telling, user) else {
        return CreateAutocompleteResponse::new();
    };
    let ends = moves.iter().filter(|step| Some(step.from) == from).map(|step| step.to);
    suggest(ends.map(|point| (point, point.to_string())), partial)
}

/// The points of the user's deployment, with what stands on them.
pub fn deployed_pieces(
    telling: &Telling,
    user: UserId,
    texts: Texts,
    partial: &str,
) -> CreateAutocompleteResponse {
    let Some(OwnView::Layout { layout, .. }) = own(telling, user) else {
        return CreateAutocompleteResponse::new();
    };
    let points =
        layout.0.iter().map(|(point, kind)| (*point, format!("{point} {}", kind_name(*kind, texts.0))));
    suggest(points, partial)
}
