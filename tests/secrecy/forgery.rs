//! Interactions as a forged client would send them: each button with any numbers, some of them true.

use discord_sandbox::{ChannelId, InteractionKind, MessageId, RawInteraction};
use junqi::discord::custom_id::{Button, CustomId, Drawer, NameKey, Shelf, Swapping};
use junqi::discord::{AdminButton, Ground, OwnButton, ScorePage};
use junqi::rules::{Answer, Call, Chance, Game, Point, Request, Role, Seat};
use junqi::table::{ComputerLevel, Games, Period, TableId, TableState, UserId};
use serde_json::{Value, json};

/// What a forger draws from.
pub struct Forger {
    pub chance: Chance,
    pub tables: Vec<TableId>,
    pub users: Vec<UserId>,
}

/// How many kinds of buttons there are.
pub const BUTTONS: usize = 39;

/// The number of a button's kind; a new one does not compile until it is forged too.
pub const fn kind_of(button: &Button) -> usize {
    match button {
        Button::Join => 0,
        Button::Leave => 1,
        Button::AddComputer(_) => 2,
        Button::RemoveComputer => 3,
        Button::CallPlayers => 4,
        Button::OpenerMenu => 5,
        Button::SetPace => 6,
        Button::TurnAway => 7,
        Button::Practise => 8,
        Button::Start => 9,
        Button::Close => 10,
        Button::Call { .. } => 11,
        Button::View => 12,
        Button::First(_) => 13,
        Button::Second(_) => 14,
        Button::ShowGround(_) => 15,
        Button::Undo { .. } => 16,
        Button::Typed { .. } => 17,
        Button::Drawer(_) => 18,
        Button::Shelf(_) => 19,
        Button::Shuffle { .. } => 20,
        Button::Mirror { .. } => 21,
        Button::March { .. } => 22,
        Button::Move => 23,
        Button::From { .. } => 24,
        Button::To { .. } => 25,
        Button::ConfirmMove { .. } => 26,
        Button::TypeMove { .. } => 27,
        Button::Back => 28,
        Button::Absent => 29,
        Button::Ask(_) => 30,
        Button::Confirm(_) => 31,
        Button::Desert => 32,
        Button::Vote { .. } => 33,
        Button::Rematch => 34,
        Button::Rules { .. } => 35,
        Button::Scores(_) => 36,
        Button::Own(_) => 37,
        Button::Admin(_) => 38,
    }
}

impl Forger {
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.chance.below(list.len() as u32) as usize]
    }

    pub fn one_in(&mut self, n: u32) -> bool {
        self.chance.below(n) == 0
    }

    fn point(&mut self) -> Point {
        Point::from_index(self.chance.below(Point::COUNT as u32) as usize).unwrap()
    }

    /// A number as it now holds somewhere, or any other.
    fn number(&mut self, true_ones: &[u32]) -> u32 {
        match self.chance.below(8) {
            0 => 0,
            1 => u32::MAX,
            2 => self.chance.below(u32::MAX),
            3 => self.chance.below(12),
            _ if true_ones.is_empty() => 1,
            _ => *self.pick(true_ones),
        }
    }

    /// Any button, with numbers that are often those of this table.
    pub fn button(&mut self, state: Option<&TableState>) -> Button {
        let game = state.and_then(TableState::game);
        let (from, to) = self.step(game);
        let turn = game.and_then(|game| Some(game.battle()?.turn_number()));
        let turn = self.number(turn.as_slice());
        let revisions = |game: &Game| {
            let deployment = game.deployment()?;
            Some(Seat::ALL.map(|seat| deployment.revision(seat)).to_vec())
        };
        let revision = self.number(&game.and_then(revisions).unwrap_or_default());
        let vote = game.and_then(|game| Some(game.battle()?.vote_number()));
        let vote = self.number(vote.as_slice());
        let call = self.number(game.map(Game::call_number).as_slice());
        let page = self.chance.below(256) as u8;
        let ground = *self.pick(&Ground::ALL);
        let first = if self.one_in(3) { None } else { Some(from) };
        let swapping = Swapping { revision, ground, first };
        let key = NameKey::of(if self.one_in(2) { "iron" } else { "none" });
        let role = *self.pick(&[Role::Declarer, Role::Defender]);
        let user = *self.pick(&self.users.clone());
        let request = *self.pick(&[Request::Draw, Request::SelfDestruct]);
        match self.chance.below(BUTTONS as u32) {
            0 => Button::Join,
            1 => Button::Leave,
            2 => Button::AddComputer(*self.pick(&ComputerLevel::ALL)),
            3 => Button::RemoveComputer,
            4 => Button::CallPlayers,
            5 => Button::OpenerMenu,
            6 => Button::SetPace,
            7 => Button::TurnAway,
            8 => Button::Practise,
            9 => Button::Start,
            10 => Button::Close,
            11 => Button::Call { number: call, call: *self.pick(&Call::ALL) },
            12 => Button::View,
            13 => Button::First(swapping),
            14 => Button::Second(swapping),
            15 => Button::ShowGround(swapping),
            16 => Button::Undo { revision },
            17 => Button::Typed { revision },
            18 => Button::Drawer(*self.pick(&[
                Drawer::Open,
                Drawer::Leave,
                Drawer::Load { revision },
                Drawer::Save,
                Drawer::Replace(key),
                Drawer::AskDelete,
                Drawer::Delete(key),
            ])),
            19 => Button::Shelf(*self.pick(&[
                Shelf::Open(role),
                Shelf::Choose(role),
                Shelf::Show(role, key),
                Shelf::Rename(role, key),
                Shelf::AskDelete(role, key),
                Shelf::Delete(role, key),
            ])),
            20 => Button::Shuffle { revision },
            21 => Button::Mirror { revision },
            22 => Button::March { revision },
            23 => Button::Move,
            24 => Button::From { turn, page },
            25 => Button::To { turn, from, page },
            26 => Button::ConfirmMove { turn, from, to },
            27 => Button::TypeMove { turn },
            28 => Button::Back,
            29 => Button::Absent,
            30 => Button::Ask(request),
            31 => Button::Confirm(request),
            32 => Button::Desert,
            33 => Button::Vote { number: vote, answer: *self.pick(&[Answer::Agree, Answer::Refuse]) },
            34 => Button::Rematch,
            35 => Button::Rules { page },
            36 => {
                let (period, games) = (*self.pick(&Period::ALL), *self.pick(&Games::ALL));
                let page = self.chance.below(1 << 16) as u16;
                Button::Scores(*self.pick(&[
                    ScorePage::Leaderboard { period, page },
                    ScorePage::Profile(user),
                    ScorePage::History { user, games, page },
                    ScorePage::Replay,
                    ScorePage::Deal,
                ]))
            }
            37 => Button::Own(*self.pick(&OwnButton::ALL)),
            _ => Button::Admin(*self.pick(&[
                AdminButton::Stop,
                AdminButton::Season { number: call },
                AdminButton::Trail { page: page.into() },
            ])),
        }
    }

    /// Two points: often a move that whoever is on turn could make, or a swap of pieces that stand.
    pub fn step(&mut self, game: Option<&Game>) -> (Point, Point) {
        if let Some(battle) = game.and_then(Game::battle).filter(|_| !self.one_in(3)) {
            let moves = battle.position().moves(battle.position().turn());
            if !moves.is_empty() {
                let step = self.pick(&moves);
                return (step.from, step.to);
            }
        }
        if let Some(deployment) = game.and_then(Game::deployment).filter(|_| !self.one_in(3)) {
            let seat = Seat::from_index(self.chance.below(4) as usize);
            let points: Vec<Point> = deployment.layout(seat).0.keys().copied().collect();
            return (*self.pick(&points), *self.pick(&points));
        }
        (self.point(), self.point())
    }

    /// A table: mostly one that runs, sometimes one that does not.
    pub fn table(&mut self) -> TableId {
        match self.chance.below(12) {
            0 => TableId(0),
            1 => TableId(u64::MAX),
            _ => *self.pick(&self.tables.clone()),
        }
    }

    /// A text as people type it, or not.
    pub fn text(&mut self, step: (Point, Point)) -> String {
        let (from, to) = step;
        match self.chance.below(10) {
            0..5 => format!("{from} {to}"),
            5 => format!("{}-{}", from.to_string().to_lowercase(), to),
            6 => "\u{202e}G1\u{200b} H2\u{0301}\u{feff} Ｇ１　".repeat(6),
            7 => String::new(),
            8 => "@everyone <@1> `` ** [x](http://y) \\ \u{0}\u{1f}".to_owned(),
            _ => "軍".repeat(1 + self.chance.below(400) as usize),
        }
    }

    /// A value as a select would send it, or not.
    pub fn value(&mut self, to: Point) -> String {
        let user = *self.pick(&self.users.clone());
        match self.chance.below(10) {
            0..4 => to.to_string(),
            4 => format!("page:{}", self.chance.below(300)),
            5 => NameKey::of("iron").to_string(),
            6 => user.to_string(),
            7 => (*self.pick(&["slow", "zh-TW", "en", "always", "never", "direct", "on", "off"])).to_owned(),
            8 => String::new(),
            _ => self.text((to, to)),
        }
    }

    /// A `custom_id` of no button of ours: one of ours spoilt, or anything.
    pub fn spoilt(&mut self, button: &str) -> String {
        let mut characters: Vec<char> = button.chars().collect();
        for _ in 0..=self.chance.below(3) {
            let at = self.chance.below(characters.len().max(1) as u32) as usize;
            let other = *self.pick(&['.', '0', '9', '-', 'z', '軍', '\u{0}', '\u{200b}', '+']);
            match self.chance.below(3) {
                0 => characters.insert(at.min(characters.len()), other),
                1 if at < characters.len() => drop(characters.remove(at)),
                _ if at < characters.len() => characters[at] = other,
                _ => characters.push(other),
            }
        }
        characters.into_iter().take(100).collect()
    }
}

/// A press on a button, or with a value a choice from a select.
pub fn press(place: (ChannelId, MessageId), custom_id: &str, value: Option<&str>) -> RawInteraction {
    let data = match value {
        Some(value) => json!({ "custom_id": custom_id, "component_type": 3, "values": [value] }),
        None => json!({ "custom_id": custom_id, "component_type": 2 }),
    };
    RawInteraction { kind: InteractionKind::Component, channel: place.0, message: Some(place.1), data }
}

/// A modal sent.
pub fn modal(place: (ChannelId, MessageId), custom_id: &str, text: &str) -> RawInteraction {
    let input = json!({ "type": 4, "id": 2, "custom_id": "text", "value": text });
    let data =
        json!({ "custom_id": custom_id, "components": [{ "type": 1, "id": 1, "components": [input] }] });
    RawInteraction { kind: InteractionKind::ModalSubmit, channel: place.0, message: Some(place.1), data }
}

/// A command or its autocompletion.
pub fn command(kind: InteractionKind, channel: ChannelId, name: &str, options: &Value) -> RawInteraction {
    let sub = json!({ "name": name, "type": 1, "options": options });
    let data = json!({ "id": "1", "name": "junqi", "type": 1, "options": [sub] });
    RawInteraction { kind, channel, message: None, data }
}

/// The id of that button of that table.
pub fn id_of(table: TableId, button: Button) -> String {
    CustomId { table, button }.to_string()
}
