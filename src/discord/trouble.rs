//! What Discord's errors mean for us: one variant for each distinct reaction (UX 9).

use serenity::Error;
use serenity::http::HttpError;

use crate::meters::METERS;

/// Why a request to Discord failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The message is gone: post another.
    MessageGone,
    /// The channel is gone, or cannot be seen: nothing can be shown there any more.
    ChannelGone,
    /// A permission is missing; an administrator can give it back.
    Forbidden,
    /// The user takes no direct messages, or they were opened too fast: the channel's button serves.
    DirectClosed,
    /// The user is on no server with this program any more: as above, and they may have left the
    /// table's.
    Stranger,
    /// The user is no member of the server.
    NoMember,
    /// The message is too old to be edited this often, or its thread is archived: post another, which
    /// wakes the thread.
    NotEditable,
    /// The thread is locked: nothing can be shown in it any more, but in its channel.
    Locked,
    /// The message has its thread already.
    ThreadStands,
    /// No thread can be opened there: too many are, or the channel bears none.
    NoThread,
    /// The interaction's token has run out, or it was answered already: the next press has a new
    /// one.
    TokenSpent,
    /// A file is larger than the platform takes there: go without it.
    TooLarge,
    /// The platform is away or overloaded: try again.
    Passing,
    /// A fault of ours: Discord did not take what we sent.
    Ours,
}

/// Counts an error of Discord's API.
fn count(error: &Error) {
    match error {
        Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            METERS.rest_error(response.status_code.as_u16(), response.error.code as u32);
        }
        Error::Http(_) => METERS.rest_error(0, 0),
        _ => {}
    }
}

/// What the error means.
pub fn trouble(error: &Error) -> Trouble {
    count(error);
    match error {
        Error::Http(HttpError::UnsuccessfulRequest(response)) => match response.error.code {
            10_008 => Trouble::MessageGone,
            10_003 | 10_004 => Trouble::ChannelGone,
            50_001 | 50_013 => Trouble::Forbidden,
            50_007 | 40_003 => Trouble::DirectClosed,
            50_278 => Trouble::Stranger,
            10_007 | 10_013 => Trouble::NoMember,
            30_046 | 50_083 => Trouble::NotEditable,
            160_005 => Trouble::Locked,
            160_004 => Trouble::ThreadStands,
            50_024 | 160_006 => Trouble::NoThread,
            10_062 | 10_015 | 50_027 | 40_060 => Trouble::TokenSpent,
            40_005 => Trouble::TooLarge,
            _ if response.status_code.as_u16() == 413 => Trouble::TooLarge,
            _ if response.status_code.is_server_error() || response.status_code.as_u16() == 429 => {
                Trouble::Passing
            }
            _ if response.status_code.as_u16() == 403 => Trouble::Forbidden,
            _ => Trouble::Ours,
        },
        Error::Http(HttpError::Request(_)) | Error::Io(_) => Trouble::Passing,
        _ => Trouble::Ours,
    }
}
