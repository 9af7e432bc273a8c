//! What Discord's client does not let its user do.

use thiserror::Error;

use crate::id::{ChannelId, MessageId};

/// Why the client refused. Nothing has reached the bot.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ClientError {
    /// There is no such command, subcommand, or it is not offered to this user here.
    #[error("the client offers no command \"{command}\" here; it offers {offered:?}")]
    UnknownCommand {
        /// What was typed.
        command: String,
        /// The commands there are.
        offered: Vec<String>,
    },
    /// The command's default permissions hide it from this user.
    #[error("the command \"{command}\" is hidden from this user")]
    HiddenCommand {
        /// What was typed.
        command: String,
    },
    /// The command has no such option.
    #[error("the command \"{command}\" has no option \"{option}\"")]
    UnknownOption {
        /// The command.
        command: String,
        /// The option that was typed.
        option: String,
    },
    /// A required option was left out.
    #[error("the option \"{option}\" is required")]
    MissingOption {
        /// The option.
        option: String,
    },
    /// The value is not one the option takes.
    #[error("the option \"{option}\" does not take this value: {why}")]
    BadValue {
        /// The option.
        option: String,
        /// What is wrong with it.
        why: String,
    },
    /// The user does not see the channel.
    #[error("the user does not see channel {0}")]
    CannotSee(ChannelId),
    /// The user sees the channel and may not write there.
    #[error("the user may not write in channel {0}")]
    CannotWrite(ChannelId),
    /// The message is empty, too long, or has too many or too large files.
    #[error("the client does not send this message: {0}")]
    BadMessage(String),
    /// The user sees no such message.
    #[error("the user sees no message {0}")]
    NoMessage(MessageId),
    /// The message has no such component.
    #[error("message {message} has no {wanted}; it has {present:?}")]
    NoComponent {
        /// The message.
        message: MessageId,
        /// What was looked for.
        wanted: String,
        /// Labels and custom ids of what is there.
        present: Vec<String>,
    },
    /// The component is greyed out.
    #[error("the component \"{0}\" is disabled")]
    Disabled(String),
    /// The select does not let these values be chosen.
    #[error("the select \"{select}\" does not take these values: {why}")]
    BadChoice {
        /// Its custom id.
        select: String,
        /// What is wrong with them.
        why: String,
    },
    /// No such modal is open.
    #[error("no modal is open, or another one")]
    NoModal,
    /// The modal has no such input.
    #[error("the modal has no input \"{0}\"")]
    NoInput(String),
    /// The text does not fit the input.
    #[error("the input \"{input}\" does not take this text: {why}")]
    BadInput {
        /// Its custom id.
        input: String,
        /// What is wrong with it.
        why: String,
    },
    /// The bot gave no choices in time.
    #[error("loading options failed")]
    NoChoices,
}
