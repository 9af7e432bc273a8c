//! `/junqi leaderboard`, `profile`, `history`, `replay`.

use serenity::all::{AutocompleteChoice, Timestamp, User};
use serenity::builder::CreateAutocompleteResponse;

use super::{Asked, Context, Done};
use crate::discord::caller::Caller;
use crate::discord::replay::{answer_replay, table_number};
use crate::discord::scores::{self, Somebody};
use crate::discord::screen::Screen;
use crate::discord::screens::{Membership, what};
use crate::discord::suggestions::SUGGESTIONS;
use crate::discord::texts::{Texts, escape};
use crate::table::{Games, GuildId, Period, PlayedGame, UserId};

/// The longest name of a suggestion that Discord shows, in characters.
const SUGGESTION_MAX: usize = 100;

/// A period as the command offers it.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum PeriodChoice {
    #[name = "season"]
    Season,
    #[name = "last"]
    Last,
    #[name = "all"]
    All,
}

impl From<PeriodChoice> for Period {
    fn from(choice: PeriodChoice) -> Self {
        match choice {
            PeriodChoice::Season => Self::Season,
            PeriodChoice::Last => Self::LastSeason,
            PeriodChoice::All => Self::AllTime,
        }
    }
}

/// Scores and levels of this server
#[poise::command(slash_command)]
pub(super) async fn leaderboard(
    context: Context<'_>,
    #[description = "period"] period: Option<PeriodChoice>,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = server(&asked).await else { return Ok(()) };
    let period = period.map_or(Period::Season, Period::from);
    let screen = scores::leaderboard(asked.bot, &asked.caller, guild, period, 0).await;
    asked.show(screen).await;
    Ok(())
}

/// Somebody's level and results
#[poise::command(slash_command)]
pub(super) async fn profile(context: Context<'_>, #[description = "user"] user: Option<User>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = server(&asked).await else { return Ok(()) };
    let of = meant(&context, &asked.caller, user);
    let screen = scores::profile(asked.bot, &asked.caller, guild, &of).await;
    asked.show(screen).await;
    Ok(())
}

/// Somebody's games
#[poise::command(slash_command)]
pub(super) async fn history(context: Context<'_>, #[description = "user"] user: Option<User>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = server(&asked).await else { return Ok(()) };
    let of = meant(&context, &asked.caller, user);
    let screen = scores::history(asked.bot, &asked.caller, guild, &of, Games::Counted, 0).await;
    asked.show(screen).await;
    Ok(())
}

/// A finished game
#[poise::command(slash_command)]
pub(super) async fn replay(
    context: Context<'_>,
    #[description = "game"]
    #[autocomplete = "own_games"]
    #[max_length = 100]
    game: String,
) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    if server(&asked).await.is_none() {
        return Ok(());
    }
    if let Some(table) = table_number(&game) {
        answer_replay(asked.bot, &asked.caller, table).await;
    } else {
        let text = escape(&game).into();
        asked.show(Screen::text(asked.caller.texts.get("replay-no-number", &[("text", text)]))).await;
    }
    Ok(())
}

/// The server in which the command was used, or the answer that it was none.
async fn server(asked: &Asked<'_>) -> Option<GuildId> {
    if asked.caller.guild.is_none() {
        asked.say("refused-only-in-servers").await;
    }
    asked.caller.guild
}

/// Whose scores the command asks for: the caller's own where it names nobody.
fn meant(context: &Context<'_>, caller: &Caller, user: Option<User>) -> Somebody {
    let Some(user) = user.filter(|user| user.id.get() != caller.user().0) else {
        return Somebody::caller(caller);
    };
    // Who is no member any more is spelt out as a user and not as a member.
    let member = context.interaction.data.resolved.members.get(&user.id);
    let (nick, membership) = match member {
        Some(member) => (member.nick.clone(), Membership::Present),
        None => (None, Membership::Left),
    };
    let name = nick.unwrap_or_else(|| user.display_name().to_owned());
    Somebody { user: UserId(user.id.get()), name: Some(name), membership }
}

/// The caller's latest games here, and the number typed if it is none of these.
async fn own_games(context: Context<'_>, partial: &str) -> CreateAutocompleteResponse {
    let bot: &crate::discord::bot::Bot = context.framework.user_data;
    let caller = Caller::of_command(context.interaction, &bot.preferences, &bot.lines);
    let Some(guild) = caller.guild else { return CreateAutocompleteResponse::new() };
    let history = bot.store().history(guild, caller.user(), Games::All, 0, SUGGESTIONS as u32).await;
    let games = match history {
        Ok(history) => history.games,
        Err(fault) => {
            tracing::warn!(%fault, "a user's games cannot be suggested");
            Vec::new()
        }
    };
    CreateAutocompleteResponse::new().set_choices(suggestions(caller.texts, &games, partial))
}

fn suggestions(texts: Texts, games: &[PlayedGame], partial: &str) -> Vec<AutocompleteChoice> {
    let typed = table_number(partial);
    let begins = |game: &&PlayedGame| match typed {
        Some(typed) => game.table.to_string().starts_with(&typed.to_string()),
        None => true,
    };
    let fitting: Vec<&PlayedGame> = games.iter().filter(begins).collect();
    let is_listed = typed.is_none_or(|typed| fitting.iter().any(|game| game.table == typed));
    // What somebody else played can be looked at by its number.
    let other = typed.filter(|_| !is_listed).map(|table| {
        let table = table.to_string();
        let label = texts.get("replay-suggestion-typed", &[("table", table.clone().into())]);
        AutocompleteChoice::new(label, table)
    });
    let listed = fitting.into_iter().map(|game| {
        let label = texts.get(
            "replay-suggestion",
            &[
                ("table", game.table.to_string().into()),
                ("when", day(game.ended_unix_ms).into()),
                ("what", what(texts, game).into()),
            ],
        );
        let label: String = label.chars().take(SUGGESTION_MAX).collect();
        AutocompleteChoice::new(label, game.table.to_string())
    });
    other.into_iter().chain(listed).take(SUGGESTIONS).collect()
}

/// The day, as year, month and day: suggestions cannot show a time in the reader's own way.
fn day(unix_ms: i64) -> String {
    let time = Timestamp::from_unix_timestamp(unix_ms.div_euclid(1_000));
    time.map(|time| time.to_string().chars().take(10).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Contract, GameResult, Role, Seat};
    use crate::table::TableId;

    fn game(table: u64) -> PlayedGame {
        PlayedGame {
            table: TableId(table),
            ended_unix_ms: 1_796_000_600_999,
            season: 1,
            seat: Seat::South,
            role: Some(Role::Declarer),
            contract: Some(Contract::Two),
            result: GameResult::DeclarerMade,
            points: 60,
            has_deserted: true,
            counts: true,
            is_scored: true,
        }
    }

    fn suggested(games: &[PlayedGame], partial: &str) -> Vec<serde_json::Value> {
        let choices = suggestions(Texts::of_locale("en-GB"), games, partial);
        choices.iter().map(|choice| serde_json::to_value(choice).unwrap()).collect()
    }

    #[test]
    fn games_are_suggested_by_the_number_that_is_being_typed() {
        let games: Vec<PlayedGame> = [112, 12, 1].map(game).into();
        let values = |partial| -> Vec<String> {
            let all = suggested(&games, partial);
            all.iter().map(|choice| choice["value"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(values(""), ["112", "12", "1"]);
        assert_eq!(values("1"), ["112", "12", "1"]);
        assert_eq!(values("12"), ["12"]);
        assert_eq!(values("11"), ["11", "112"], "somebody else's game can be typed");
        assert_eq!(values("7"), ["7"]);
    }

    #[test]
    fn a_suggestion_says_when_and_what_and_fits() {
        let name = suggested(&[game(12)], "")[0]["name"].as_str().unwrap().to_owned();
        assert_eq!(name, "Table 12 · 2026-11-30 · declarer · contract 2 · contract made · +60 · deserted");
        for locale in ["zh-TW", "zh-CN", "en-GB"] {
            let long = PlayedGame { points: -9_999_999, ..game(u64::MAX) };
            let choices = suggestions(Texts::of_locale(locale), &[long], "");
            let name = serde_json::to_value(&choices[0]).unwrap()["name"].as_str().unwrap().to_owned();
            assert!(name.chars().count() <= SUGGESTION_MAX, "{name}");
        }
    }

    #[test]
    fn no_more_are_suggested_than_discord_shows() {
        let games: Vec<PlayedGame> = (1..=40).map(game).collect();
        assert_eq!(suggested(&games, "").len(), SUGGESTIONS);
    }
}
