//! `/junqi start`, `join`, `leave`.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::{Asked, Context, Done};
use crate::discord::custom_id::{Button, CustomId};
use crate::discord::practice::{add_computers, open_here};
use crate::discord::presses::welcome;
use crate::discord::screen::Screen;
use crate::rules::Pace;
use crate::table::{Action, ComputerLevel, LobbyStatus, Stamp};

/// A pace as the command offers it.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum PaceChoice {
    #[name = "original"]
    Original,
    #[name = "relaxed"]
    Relaxed,
    #[name = "slow"]
    Slow,
}

impl From<PaceChoice> for Pace {
    fn from(choice: PaceChoice) -> Self {
        match choice {
            PaceChoice::Original => Self::Original,
            PaceChoice::Relaxed => Self::Relaxed,
            PaceChoice::Slow => Self::Slow,
        }
    }
}

/// A computer player's level as the command offers it.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum LevelChoice {
    #[name = "easy"]
    Easy,
    #[name = "normal"]
    Normal,
    #[name = "hard"]
    Hard,
}

impl From<LevelChoice> for ComputerLevel {
    fn from(choice: LevelChoice) -> Self {
        match choice {
            LevelChoice::Easy => Self::Easy,
            LevelChoice::Normal => Self::Normal,
            LevelChoice::Hard => Self::Hard,
        }
    }
}

/// Open a table in this channel
#[poise::command(slash_command)]
pub(super) async fn start(
    context: Context<'_>,
    #[description = "pace"] pace: Option<PaceChoice>,
    #[description = "computers"]
    #[min = 0]
    #[max = 3]
    computers: Option<u8>,
    #[description = "level"] level: Option<LevelChoice>,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let computers = computers.unwrap_or(0).min(3);
    let table = match open_here(asked.bot, &asked.caller, pace.map(Pace::from), computers).await {
        Ok(table) => table,
        Err(said) => {
            asked.show(Screen::text(said)).await;
            return Ok(());
        }
    };
    let level = level.map_or(ComputerLevel::Normal, ComputerLevel::from);
    if let Err(said) = add_computers(&table, &asked.caller, computers, level).await {
        asked.show(Screen::text(said)).await;
        return Ok(());
    }
    let texts = asked.caller.texts;
    let id = table.id().to_string();
    asked.show(Screen::text(texts.get("started", &[("table", id.into())]))).await;
    welcome(asked.bot, &asked.caller, table.id()).await;
    Ok(())
}

/// Take a place at the table in this channel
#[poise::command(slash_command)]
pub(super) async fn join(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    if asked.caller.guild.is_none() {
        asked.say("refused-only-in-servers").await;
        return Ok(());
    }
    // The lobby here is meant, even by who takes part elsewhere: they are told so.
    let lobbies = asked.bot.hall.tables_in(asked.caller.channel);
    let open = lobbies.into_iter().find(|table| table.latest().lobby == LobbyStatus::Open);
    let Some(table) = open else {
        asked.say("refused-no-lobby").await;
        return Ok(());
    };
    match table.press(asked.caller.presser.clone(), Stamp::Any, Action::Join).await {
        Ok(_) => {
            asked.say("joined").await;
            welcome(asked.bot, &asked.caller, table.id()).await;
        }
        Err(fault) => asked.refuse(&fault).await,
    }
    Ok(())
}

/// Leave the table; in a running game this asks first
#[poise::command(slash_command)]
pub(super) async fn leave(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(table) = asked.table().await else { return Ok(()) };
    let latest = table.latest();
    let user = asked.caller.user();
    if latest.public.is_some() && latest.seat_of(user).is_some() && !latest.binds(user) {
        // RULES 10.5.
        asked.say("left-eliminated").await;
        return Ok(());
    }
    if latest.public.is_none() || !latest.binds(user) {
        asked.act(Action::Leave, "left").await;
        return Ok(());
    }
    let texts = asked.caller.texts;
    let button = |pressed, key: &str, style| {
        let id = CustomId { table: table.id(), button: pressed };
        CreateButton::new(id.to_string()).label(texts.say(key)).style(style)
    };
    let mut buttons = vec![button(Button::Desert, "button-desert", ButtonStyle::Danger)];
    if latest.public.as_ref().is_some_and(|public| public.battle().is_some()) {
        buttons.insert(0, button(Button::Absent, "button-absent", ButtonStyle::Primary));
    }
    let rows = vec![CreateActionRow::Buttons(buttons)];
    asked.show(Screen { content: texts.say("confirm-desert"), rows, ..Screen::default() }).await;
    Ok(())
}
