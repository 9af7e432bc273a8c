//! All that a bot sent and everybody saw, written down so that two worlds can be compared byte by byte.

use std::collections::BTreeMap;

use discord_sandbox::{ActingUser, ChannelId, MessageView};
use junqi::sandbox::Club;
use serde_json::Value;

use super::conductor::answers;

/// Who is sent something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// What nobody sees, such as registering commands.
    Program,
    /// What everybody sees.
    Public,
    /// What that user alone sees.
    User(usize),
}

/// Requests by whom they reach, and by the interaction or channel.
pub type Requests = BTreeMap<(Lane, String), Vec<String>>;

/// What was sent and seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// To whom and where: the requests, in the order in which they came in. Each interaction and each
    /// channel is a place of its own: what goes to one waits for nothing that goes to another.
    pub requests: Requests,
    /// What each user saw, each time somebody looked; of the owner nothing.
    pub seen: Vec<(usize, String)>,
    /// What came of suggestions and refusals.
    pub told: Vec<String>,
    /// At each rest which requests waited, whomever they reach.
    pub at_rest: Vec<String>,
    /// What was logged, in no order.
    pub logged: Vec<String>,
}

impl Transcript {
    /// The first difference, in words.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let lanes = self.requests.keys().chain(other.requests.keys());
        for lane in lanes {
            let none = Vec::new();
            let (one, two) =
                (self.requests.get(lane).unwrap_or(&none), other.requests.get(lane).unwrap_or(&none));
            if let Some(unlike) = first_unlike(one, two) {
                return Some(format!("requests to {lane:?}: {unlike}"));
            }
        }
        let told = |all: &[String]| all.to_vec();
        let seen = |all: &[(usize, String)]| {
            all.iter().map(|(user, page)| format!("user {user}: {page}")).collect::<Vec<_>>()
        };
        let compared = [
            ("suggestions and refusals", told(&self.told), told(&other.told)),
            ("messages", seen(&self.seen), seen(&other.seen)),
            ("logs", told(&self.logged), told(&other.logged)),
            ("order", told(&self.at_rest), told(&other.at_rest)),
        ];
        compared.iter().find_map(|(what, one, two)| Some(format!("{what}: {}", first_unlike(one, two)?)))
    }
}

/// The first item that differs, or how many there are.
fn first_unlike(one: &[String], two: &[String]) -> Option<String> {
    let unlike = one.iter().zip(two).position(|(one, two)| one != two);
    match unlike {
        Some(at) => Some(format!("number {at} is\n{}\nand\n{}", one[at], two[at])),
        None => (one.len() != two.len()).then(|| {
            let more = if one.len() > two.len() { &one[two.len()] } else { &two[one.len()] };
            format!("{} and {}; one more is\n{more}", one.len(), two.len())
        }),
    }
}

/// Makes two worlds comparable: what the platform gives out, ids, times and tokens, is named alike.
#[derive(Clone)]
pub struct Names {
    known: Vec<(String, String)>,
}

impl Names {
    pub fn of(club: &Club, thread: Option<ChannelId>) -> Self {
        let mut known = vec![
            (club.guild.to_string(), "{guild}".to_owned()),
            (club.channel.to_string(), "{channel}".to_owned()),
            (club.sandbox.bot_user().to_string(), "{bot}".to_owned()),
        ];
        known.extend(thread.map(|thread| (thread.to_string(), "{thread}".to_owned())));
        for (number, member) in club.members.iter().enumerate() {
            known.push((member.user.id().to_string(), format!("{{user {number}}}")));
            known.push((member.user.direct_channel().to_string(), format!("{{direct {number}}}")));
        }
        Self { known }
    }

    /// The text with known ids named, tokens taken out, and other numbers of ten digits and more made one.
    pub fn alike(&self, text: &str) -> String {
        let mut alike = text.to_owned();
        for (id, name) in &self.known {
            alike = alike.replace(id, name);
        }
        let mut result = String::new();
        let mut digits = String::new();
        for character in alike.chars().chain(['\u{0}']) {
            if character.is_ascii_digit() {
                digits.push(character);
                continue;
            }
            if digits.len() >= 10 {
                result.push('#');
            } else {
                result.push_str(&digits);
            }
            digits.clear();
            if character != '\u{0}' {
                result.push(character);
            }
        }
        without_tokens(&result)
    }
}

/// A nonce is drawn anew at each start.
fn without_nonce(body: &Value) -> Value {
    let mut body = body.clone();
    if let Some(nonce) = body.get_mut("nonce") {
        *nonce = "{nonce}".into();
    }
    body
}

/// Interaction tokens end in 16 hexadecimal digits.
fn without_tokens(text: &str) -> String {
    let mut parts = text.split("sandbox-interaction-");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        result.push_str("{token}");
        let rest = part
            .trim_start_matches(|character: char| character.is_ascii_hexdigit() || "#-".contains(character));
        result.push_str(rest);
    }
    result
}

/// The requests so far, lane by lane. To the owner it is written down that something was sent, to the
/// others what.
pub fn requests(club: &Club, names: &Names, owner: usize) -> Requests {
    let users: Vec<&ActingUser> = club.members.iter().map(|member| &member.user).collect();
    let of_interaction = answers(club);
    let mut lanes = Requests::new();
    // They are written down when they are answered; what was sent first came in first.
    let mut journal = club.sandbox.journal();
    journal.sort_by_key(|exchange| exchange.received);
    for exchange in journal {
        let path = names.alike(&exchange.path);
        let by_token = exchange.interaction.and_then(|id| of_interaction.get(&id).copied());
        let direct = (0..users.len()).find(|number| {
            let opens =
                exchange.body["recipient_id"].as_str() == Some(users[*number].id().to_string().as_str());
            opens || path.contains(&format!("{{direct {number}}}"))
        });
        let (lane, place) = match (by_token, direct) {
            (Some((user, count)), _) => (Lane::User(user), format!("interaction {count}")),
            (None, Some(user)) => (Lane::User(user), "direct".to_owned()),
            (None, None) if path.contains("{channel}") || path.contains("{thread}") => {
                let place = if path.contains("thread-members") { "members" } else { "messages" };
                (Lane::Public, place.to_owned())
            }
            (None, None) => (Lane::Program, String::new()),
        };
        let line = if lane == Lane::User(owner) {
            format!("{} {path} {}", exchange.method, exchange.status)
        } else {
            let files: Vec<String> =
                exchange.files.iter().map(|file| format!("{} {} bytes", file.filename, file.size)).collect();
            format!(
                "{} {path} {} {} {files:?}",
                exchange.method,
                exchange.status,
                names.alike(&without_nonce(&exchange.body).to_string())
            )
        };
        lanes.entry((lane, place)).or_default().push(line);
    }
    lanes
}

/// A message with its buttons, menus, and files to the byte.
pub fn page(message: &MessageView, names: &Names) -> String {
    let components: &Value = &message.json["components"];
    let files: Vec<String> = message
        .attachments
        .iter()
        .map(|file| {
            let (name, alt, bytes) = (&file.filename, &file.description, &file.bytes);
            format!("{name} {alt:?} {} bytes {:x}", bytes.len(), fingerprint(bytes))
        })
        .collect();
    names.alike(&format!("{}\n{components}\n{:?}\n{files:?}", message.content, message.pings))
}

/// Of a file's bytes; short enough to be shown where two differ.
fn fingerprint(bytes: &[u8]) -> u64 {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    // Seven digits: longer numbers would be taken for ids.
    hasher.finish() >> 36
}
