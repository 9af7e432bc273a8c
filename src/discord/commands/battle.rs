//! `/junqi call`, `move`, `board`, `vote`, `draw`, `self_destruct`.

use serenity::all::AutocompleteChoice;
use serenity::builder::CreateAutocompleteResponse;

use super::{Asked, Context, Done};
use crate::discord::caller::Caller;
use crate::discord::screen::Screen;
use crate::discord::screens::{Choice, words_screen};
use crate::discord::typed_move::{MoveFault, read_point};
use crate::picture::kind_name;
use crate::rules::{Answer, Call, Command, Move, Point, Request};
use crate::table::{Action, Viewer};
use crate::view::OwnView;

/// Suggestions that Discord shows.
pub(super) const SUGGESTIONS: usize = 25;

/// A call as the command offers it.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum CallChoice {
    #[name = "pass"]
    Pass,
    #[name = "1"]
    One,
    #[name = "2"]
    Two,
    #[name = "3"]
    Three,
}

/// An answer as the command offers it.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum AnswerChoice {
    #[name = "agree"]
    Agree,
    #[name = "refuse"]
    Refuse,
}

/// Call in the auction
#[poise::command(slash_command)]
pub(super) async fn call(context: Context<'_>, #[description = "contract"] contract: CallChoice) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let call = match contract {
        CallChoice::Pass => Call::Pass,
        CallChoice::One => Call::One,
        CallChoice::Two => Call::Two,
        CallChoice::Three => Call::Three,
    };
    asked.act(Action::Play(Command::Call(call)), "called").await;
    Ok(())
}

/// Move a piece
#[poise::command(slash_command, rename = "move")]
pub(super) async fn move_piece(
    context: Context<'_>,
    #[description = "from"]
    #[autocomplete = "movable_points"]
    from: String,
    #[description = "to"]
    #[autocomplete = "destinations"]
    to: String,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let (Some(from), Some(to)) = (point_of(&asked, &from).await, point_of(&asked, &to).await) else {
        return Ok(());
    };
    let action = Action::Play(Command::Move(Move { from, to }));
    asked.act_and_view(action, |_| Choice::default()).await;
    Ok(())
}

/// The present view, as picture or in words
#[poise::command(slash_command)]
pub(super) async fn board(context: Context<'_>, #[description = "text"] text: Option<bool>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    if text != Some(true) {
        asked.act_and_view(Action::Look, |choice| choice).await;
        return Ok(());
    }
    let Some(table) = asked.table().await else { return Ok(()) };
    match table.press(asked.caller.presser.clone(), crate::table::Stamp::Any, Action::Look).await {
        Ok(reply) => {
            let words = words_screen(&reply.telling, asked.caller.user(), asked.caller.texts);
            asked.show(words).await;
        }
        Err(fault) => asked.refuse(&fault).await,
    }
    Ok(())
}

/// Answer an open request
#[poise::command(slash_command)]
pub(super) async fn vote(context: Context<'_>, #[description = "answer"] answer: AnswerChoice) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let answer = match answer {
        AnswerChoice::Agree => Answer::Agree,
        AnswerChoice::Refuse => Answer::Refuse,
    };
    asked.act(Action::Play(Command::Answer(answer)), "answered").await;
    Ok(())
}

/// Offer a draw
#[poise::command(slash_command)]
pub(super) async fn draw(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    asked.ask_to_confirm(Request::Draw).await;
    Ok(())
}

/// Ask to give up your army
#[poise::command(slash_command)]
pub(super) async fn self_destruct(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    asked.ask_to_confirm(Request::SelfDestruct).await;
    Ok(())
}

/// The point that a text names, or the answer that it names none.
pub(super) async fn point_of(asked: &Asked<'_>, text: &str) -> Option<Point> {
    match read_point(text) {
        Ok(point) => Some(point),
        Err(text) => {
            let words = MoveFault::NoPoint(text).say(asked.caller.texts);
            asked.show(Screen::text(words)).await;
            None
        }
    }
}

/// Those of the suggestions that begin as typed, as many as Discord shows.
pub(super) fn suggest(
    points: impl Iterator<Item = (Point, String)>,
    partial: &str,
) -> CreateAutocompleteResponse {
    let typed = partial.trim().to_uppercase();
    let fits = points.filter(|(point, label)| {
        point.to_string().starts_with(&typed) || label.to_uppercase().starts_with(&typed)
    });
    let choices = fits.map(|(point, label)| AutocompleteChoice::new(label, point.to_string()));
    CreateAutocompleteResponse::new().set_choices(choices.take(SUGGESTIONS).collect())
}

/// The pieces that the caller can move, named; only the caller sees them.
#[allow(clippy::unused_async, reason = "the framework calls autocompletion asynchronously")]
async fn movable_points(context: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    with_moves(&context, |pieces, moves, language| {
        let movable = pieces.iter().filter(|(point, _)| moves.iter().any(|step| step.from == **point));
        let label = |(point, kind): (&Point, &_)| (*point, format!("{point} {}", kind_name(*kind, language)));
        suggest(movable.map(label), partial)
    })
}

/// Where the piece chosen before can go.
#[allow(clippy::unused_async, reason = "the framework calls autocompletion asynchronously")]
async fn destinations(context: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    let chosen =
        context.args.iter().find(|option| option.name == "from").and_then(|option| match option.value {
            serenity::all::ResolvedValue::String(text) => read_point(text).ok(),
            _ => None,
        });
    with_moves(&context, |_, moves, _| {
        let ends = moves.iter().filter(|step| Some(step.from) == chosen).map(|step| step.to);
        suggest(ends.map(|point| (point, point.to_string())), partial)
    })
}

/// What the caller's own pieces and legal moves suggest; nothing for who has none.
fn with_moves(
    context: &Context<'_>,
    suggestions: impl FnOnce(
        &std::collections::BTreeMap<Point, crate::rules::Kind>,
        &[Move],
        crate::picture::Language,
    ) -> CreateAutocompleteResponse,
) -> CreateAutocompleteResponse {
    let bot = context.framework.user_data;
    let caller = Caller::of_command(context.interaction, &bot.preferences, &bot.lines);
    let Some(table) = bot.table_meant(&caller) else { return CreateAutocompleteResponse::new() };
    let latest = table.latest();
    let Viewer::Player(view) = latest.viewer(caller.user()) else { return CreateAutocompleteResponse::new() };
    match &view.own {
        OwnView::Pieces { pieces, moves } => suggestions(pieces, moves, caller.texts.0),
        OwnView::Nothing | OwnView::Hand(_) | OwnView::Layout { .. } => CreateAutocompleteResponse::new(),
    }
}
