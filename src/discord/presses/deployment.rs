//! Presses in the view of the own deployment: swaps, Undo, Shuffle, Mirror, typed swaps, saved layouts.

use super::Press;
use crate::discord::custom_id::{Drawer, NameKey, Swapping};
use crate::discord::modals::clean_name;
use crate::discord::refusals::{layout_fault, rejection};
use crate::discord::screens::{Choice, DrawerAsks, DrawerPage};
use crate::discord::texts::{Texts, escape_most};
use crate::discord::typed::{SWAPS_MOST, TypedFault, swap_at_fault, swaps};
use crate::rules::{Command, Layout, Point, Refusal, Role};
use crate::table::{
    Action, LAYOUT_NAME_MOST, Rejection, SavedLayout, Stamp, StoreError, TableHandle, Telling, UserId, Viewer,
};
use crate::view::OwnView;

/// Faults that are said at once: a text may have hundreds, and the view must have room under them.
const FAULTS_SAID: usize = 8;

/// The presser's deployment as it stands.
struct Deploying {
    handle: TableHandle,
    role: Role,
    /// As it would lie in South's arm.
    layout: Layout,
}

/// A user's layout and role, as it would lie in South's arm; none outside deployment.
fn own_layout(telling: &Telling, user: UserId) -> Option<(Role, Layout)> {
    let Viewer::Player(view) = telling.viewer(user) else { return None };
    let OwnView::Layout { role, layout, .. } = &view.own else { return None };
    Some((*role, layout.to_south(view.seat)))
}

impl Press<'_> {
    pub(super) async fn choose_for_swap(&self, swapping: Swapping, value: Option<&str>) {
        let Some(point) = value.and_then(|value| value.parse::<Point>().ok()) else {
            return self.look(|choice| choice).await;
        };
        match swapping.first {
            Some(first) if first != point => {
                let action = Action::Play(Command::Swap(first, point));
                let after = Swapping { first: None, ..swapping };
                self.act_in_view(Stamp::Deployment(swapping.revision), action, |choice| Choice {
                    swapping: Some(after),
                    last_swap: Some((first, point)),
                    note: None,
                    ..choice
                })
                .await;
            }
            _ => {
                let chosen = Swapping { first: Some(point), ..swapping };
                self.look(|choice| Choice { swapping: Some(chosen), last_swap: None, ..choice }).await;
            }
        }
    }

    pub(super) async fn rearrange(&self, revision: u32, action: Action) {
        self.act_in_view(Stamp::Deployment(revision), action, rearranged).await;
    }

    /// Swaps that were typed into the modal: all of them, or none with what is wrong.
    pub(super) async fn swap_typed(&self, revision: u32, text: &str) {
        let texts = self.caller.texts;
        let refused = |lines: Vec<String>| {
            let wrote = texts.get("typed-wrote", &[("text", escape_most(text, 300).into())]);
            let lines = lines.into_iter().take(FAULTS_SAID);
            let all = std::iter::once(texts.say("typed-faults")).chain(lines).chain([wrote]);
            all.collect::<Vec<_>>().join("\n")
        };
        let pairs = match swaps(text) {
            Ok(pairs) => pairs,
            Err(faults) => {
                let note = refused(faults.iter().map(|fault| typed_fault(texts, fault)).collect());
                return self.look(|choice| Choice { note: Some(note), ..choice }).await;
            }
        };
        let handle = match self.handle() {
            Ok(handle) => handle,
            Err(over) => return self.refuse(&over).await,
        };
        let (stamp, action) = (Stamp::Deployment(revision), Action::Swaps(pairs.clone()));
        let (telling, note, done) = match handle.press(self.caller.presser.clone(), stamp, action).await {
            Ok(reply) => {
                let note = texts.get("typed-done", &[("count", pairs.len().into())]);
                (reply.telling, note, Some(pairs))
            }
            Err(Rejection::Rules(Refusal::BadLayout(faults))) => {
                let line = |fault: &_| {
                    let words = layout_fault(texts, fault);
                    match swap_at_fault(&pairs, *fault) {
                        Some(number) => {
                            texts.get("typed-at-swap", &[("number", number.into()), ("fault", words.into())])
                        }
                        None => words,
                    }
                };
                (handle.latest(), refused(faults.0.iter().map(line).collect()), None)
            }
            Err(fault) => (handle.latest(), refused(vec![rejection(texts, &fault)]), None),
        };
        let change = |choice: Choice| {
            let last_swap = match done.as_deref() {
                Some([only]) => Some(*only),
                Some(_) => None,
                None => choice.last_swap,
            };
            let kept = if done.is_some() { rearranged(choice) } else { choice };
            Choice { last_swap, note: Some(note), ..kept }
        };
        self.bot.show_view(&self.caller, &telling, self.place(), change);
    }

    pub(super) async fn use_drawer(&self, drawer: Drawer, value: Option<&str>) {
        let chosen = value.and_then(NameKey::parse);
        match (drawer, chosen) {
            (Drawer::Leave, _) => self.look(|choice| Choice { drawer: None, ..choice }).await,
            (Drawer::Load { revision }, Some(key)) => self.load(revision, key).await,
            (Drawer::AskDelete, Some(key)) => self.ask_in_drawer(key, DrawerAsks::Delete).await,
            (Drawer::Replace(key), _) => self.replace(key).await,
            (Drawer::Delete(key), _) => self.delete(key).await,
            (Drawer::Open | Drawer::Save | Drawer::Load { .. } | Drawer::AskDelete, _) => {
                self.show_drawer(None, None).await;
            }
        }
    }

    /// The presser's deployment, or the answer that there is none.
    async fn deploying(&self) -> Option<Deploying> {
        let texts = self.caller.texts;
        let handle = match self.handle() {
            Ok(handle) => handle,
            Err(over) => {
                self.refuse(&over).await;
                return None;
            }
        };
        if let Some((role, layout)) = own_layout(&handle.latest(), self.caller.user()) {
            return Some(Deploying { handle, role, layout });
        }
        let note = texts.say("layouts-not-deploying");
        self.look(|choice| Choice { drawer: None, note: Some(note), ..choice }).await;
        None
    }

    /// The presser's layouts of that role, or the answer that they cannot be had.
    async fn saved(&self, role: Role) -> Option<Vec<SavedLayout>> {
        match self.bot.store().layouts(self.caller.user(), role).await {
            Ok(saved) => Some(saved),
            Err(fault) => {
                self.refuse(&self.bot.apologise(&fault)).await;
                None
            }
        }
    }

    /// Shows the page of saved layouts, with what it asks or says.
    async fn show_drawer(&self, asks: Option<DrawerAsks>, note: Option<String>) {
        let Some(now) = self.deploying().await else { return };
        let Some(saved) = self.saved(now.role).await else { return };
        let names = saved.into_iter().map(|saved| saved.name).collect();
        let page = DrawerPage { names, asks };
        self.look(|choice| Choice { drawer: Some(page), note, ..choice }).await;
    }

    async fn ask_in_drawer(&self, key: NameKey, asks: impl FnOnce(String) -> DrawerAsks) {
        let Some(now) = self.deploying().await else { return };
        let Some(saved) = self.saved(now.role).await else { return };
        match named(saved, key) {
            Some(found) => self.show_drawer(Some(asks(found.name)), None).await,
            None => self.show_drawer(None, Some(self.caller.texts.say("layouts-gone"))).await,
        }
    }

    async fn load(&self, revision: u32, key: NameKey) {
        let texts = self.caller.texts;
        let Some(now) = self.deploying().await else { return };
        let Some(saved) = self.saved(now.role).await else { return };
        let Some(saved) = named(saved, key) else {
            return self.show_drawer(None, Some(texts.say("layouts-gone"))).await;
        };
        let (stamp, action) = (Stamp::Deployment(revision), Action::Load(saved.layout.clone()));
        let telling = match now.handle.press(self.caller.presser.clone(), stamp, action).await {
            Ok(reply) => reply.telling,
            // It stands like that already.
            Err(Rejection::Rules(Refusal::NoChange)) => now.handle.latest(),
            Err(fault) => {
                let note = rejection(texts, &fault);
                return self.look(|choice| Choice { note: Some(note), ..choice }).await;
            }
        };
        let note = own_layout(&telling, self.caller.user()).map(|(_, layout)| loaded(texts, &saved, &layout));
        let change = |choice| Choice { drawer: None, note, ..rearranged(choice) };
        self.bot.show_view(&self.caller, &telling, self.place(), change);
    }

    /// Saves the present layout under the name typed into the modal; under a name that is taken only
    /// after a confirmation.
    pub(super) async fn save(&self, typed: &str) {
        let texts = self.caller.texts;
        let Some(name) = clean_name(typed) else {
            let note = texts.get("layouts-bad-name", &[("most", LAYOUT_NAME_MOST.into())]);
            return self.show_drawer(None, Some(note)).await;
        };
        let Some(now) = self.deploying().await else { return };
        let Some(saved) = self.saved(now.role).await else { return };
        if saved.iter().any(|saved| saved.name == name) {
            return self.show_drawer(Some(DrawerAsks::Replace(name)), None).await;
        }
        self.keep(SavedLayout { name, role: now.role, layout: now.layout }).await;
    }

    async fn replace(&self, key: NameKey) {
        let Some(now) = self.deploying().await else { return };
        let Some(saved) = self.saved(now.role).await else { return };
        match named(saved, key) {
            Some(found) => self.keep(SavedLayout { layout: now.layout, ..found }).await,
            None => self.show_drawer(None, Some(self.caller.texts.say("layouts-gone"))).await,
        }
    }

    async fn keep(&self, layout: SavedLayout) {
        let texts = self.caller.texts;
        let note = match self.bot.store().save_layout(self.caller.user(), &layout).await {
            Ok(()) => said_of(texts, "layouts-saved", &layout.name),
            Err(StoreError::TooManyLayouts { most }) => texts.get("layouts-full", &[("most", most.into())]),
            Err(fault) => rejection(texts, &self.bot.apologise(&fault)),
        };
        self.show_drawer(None, Some(note)).await;
    }

    async fn delete(&self, key: NameKey) {
        let texts = self.caller.texts;
        let Some(now) = self.deploying().await else { return };
        let Some(saved) = self.saved(now.role).await else { return };
        let Some(found) = named(saved, key) else {
            return self.show_drawer(None, Some(texts.say("layouts-gone"))).await;
        };
        let note = match self.bot.store().delete_layout(self.caller.user(), now.role, &found.name).await {
            Ok(true) => said_of(texts, "layouts-deleted", &found.name),
            Ok(false) => texts.say("layouts-gone"),
            Err(fault) => rejection(texts, &self.bot.apologise(&fault)),
        };
        self.show_drawer(None, Some(note)).await;
    }
}

/// After another layout nothing is chosen or marked any more; the ground shown stays.
fn rearranged(choice: Choice) -> Choice {
    Choice {
        swapping: choice.swapping.map(|swapping| Swapping { first: None, ..swapping }),
        last_swap: None,
        note: None,
        ..choice
    }
}

fn named(saved: Vec<SavedLayout>, key: NameKey) -> Option<SavedLayout> {
    saved.into_iter().find(|saved| NameKey::of(&saved.name) == key)
}

/// A text about the layout of that name.
pub(super) fn said_of(texts: Texts, key: &str, name: &str) -> String {
    texts.get(key, &[("name", escape_most(name, LAYOUT_NAME_MOST).into())])
}

/// How near the layout came to what was saved.
fn loaded(texts: Texts, saved: &SavedLayout, layout: &Layout) -> String {
    let exact = layout.0.iter().filter(|(point, kind)| saved.layout.kind(**point) == Some(**kind)).count();
    if exact == layout.0.len() {
        return said_of(texts, "layouts-loaded-whole", &saved.name);
    }
    texts.get(
        "layouts-loaded",
        &[
            ("name", escape_most(&saved.name, LAYOUT_NAME_MOST).into()),
            ("exact", exact.into()),
            ("points", layout.0.len().into()),
        ],
    )
}

fn typed_fault(texts: Texts, fault: &TypedFault) -> String {
    match fault {
        TypedFault::NoPoint { place, word } => {
            texts.get("typed-no-point", &[("place", (*place).into()), ("word", escape_most(word, 20).into())])
        }
        TypedFault::Alone { place, point } => {
            texts.get("typed-alone", &[("place", (*place).into()), ("point", point.to_string().into())])
        }
        TypedFault::Twice { place, point } => {
            texts.get("typed-twice", &[("place", (*place).into()), ("point", point.to_string().into())])
        }
        TypedFault::Nothing => texts.say("typed-nothing"),
        TypedFault::TooMany(count) => {
            texts.get("typed-too-many", &[("count", (*count).into()), ("most", SWAPS_MOST.into())])
        }
    }
}
