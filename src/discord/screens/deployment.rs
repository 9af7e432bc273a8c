//! A player's own deployment, with the selects that swap and the page of saved layouts (UX,
//! Deployment). It reaches nobody but the player, by ephemeral message or DM.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::button;
use super::private::Choice;
use super::shelf::layout_options;
use crate::discord::custom_id::{Button, CustomId, Drawer, NameKey, Swapping};
use crate::discord::ground::Ground;
use crate::discord::screen::Screen;
use crate::discord::texts::{Texts, escape_most};
use crate::discord::words::Words;
use crate::picture::{self, kind_name};
use crate::rules::{Deadline, Kind, Layout, Point, Role, Seat};
use crate::table::{LAYOUT_NAME_MOST, LAYOUTS_MOST, TableId};
use crate::view::{OwnView, PlayerView};

/// The page of saved layouts, within the view of the deployment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawerPage {
    /// The player's layouts for their role, by name.
    pub names: Vec<String>,
    /// What must be confirmed first.
    pub asks: Option<DrawerAsks>,
}

/// What the page of saved layouts asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawerAsks {
    /// Whether the layout of that name shall be deleted.
    Delete(String),
    /// Whether the present layout shall take the place of the one of that name.
    Replace(String),
}

/// The own layout as the view of the player has it.
struct Own<'a> {
    role: Role,
    layout: &'a Layout,
    revision: u32,
    can_move: bool,
    steps_back: usize,
}

/// The player's own deployment, or nothing where there is none.
pub fn deployment_screen(words: &Words<'_>, view: &PlayerView, choice: &Choice) -> Screen {
    let OwnView::Layout { role, layout, revision, can_move, steps_back } = &view.own else {
        return Screen::default();
    };
    let own = Own { role: *role, layout, revision: *revision, can_move: *can_move, steps_back: *steps_back };
    let (texts, telling) = (words.texts, words.telling);
    let (drawn, language, last_swap) = (view.clone(), texts.0, choice.last_swap);
    let drawing = Box::new(move || picture::deployment(&drawn, language, last_swap));
    let when = telling.due(Deadline::Deployment(own.role)).map(Words::countdown).unwrap_or_default();
    let role_key = match own.role {
        Role::Declarer => "view-deployment-declarer",
        Role::Defender => "view-deployment-defender",
    };
    let arguments = [("player", words.player(view.seat).into()), ("when", when.into())];
    let mut lines = vec![texts.get(role_key, &arguments)];
    let has_marched = view.public.seats[view.seat].has_marched;
    let rows = if has_marched {
        lines.push(texts.say("view-marched"));
        Vec::new()
    } else if let Some(page) = &choice.drawer {
        lines.extend(drawer_lines(texts, page));
        drawer_rows(texts, telling.table, page, own.revision)
    } else {
        swapping(words, view, &own, choice, &mut lines)
    };
    // A warning, not a refusal (UX): it stands on every page of the view.
    if !own.can_move {
        lines.push(texts.say("view-no-move"));
    }
    Screen { content: lines.join("\n"), drawing: Some(drawing), rows, ..Screen::default() }
}

/// The selects that swap and the buttons below them.
fn swapping(
    words: &Words<'_>,
    view: &PlayerView,
    own: &Own<'_>,
    choice: &Choice,
    lines: &mut Vec<String>,
) -> Vec<CreateActionRow> {
    let (texts, table) = (words.texts, words.telling.table);
    let parts = Ground::parts(own.role);
    let kept = choice.swapping.filter(|swapping| parts.contains(&swapping.ground));
    let swapping = Swapping {
        revision: own.revision,
        ground: kept.map_or(parts[0], |swapping| swapping.ground),
        first: kept.and_then(|swapping| swapping.first),
    };
    if let Some(first) = swapping.first {
        let piece = own.layout.kind(first).map_or("", |kind| kind_name(kind, texts.0));
        let arguments = [("point", first.to_string().into()), ("piece", piece.into())];
        lines.push(texts.get("view-first-chosen", &arguments));
    }
    let offered: Vec<(Point, Kind)> = swapping
        .ground
        .points(view.seat, own.role)
        .iter()
        .filter_map(|point| Some((point, own.layout.kind(point)?)))
        .collect();
    let select = |pressed, key: &str, offered: &[(Point, Kind)], chosen| {
        let option = |(point, kind): &(Point, Kind)| {
            let label = format!("{point} {}", kind_name(*kind, texts.0));
            CreateSelectMenuOption::new(label, point.to_string()).default_selection(Some(*point) == chosen)
        };
        let options = CreateSelectMenuKind::String { options: offered.iter().map(option).collect() };
        select_row(table, pressed, options, texts.say(key))
    };
    let make = |pressed, key: &str, style| button(table, pressed, texts.say(key), style);
    let partners = partners(view.seat, own, &offered, swapping.first);
    let mut rows = vec![
        select(Button::First(swapping), "select-first", &offered, swapping.first),
        select(Button::Second(swapping), "select-second", &partners, None),
    ];
    if parts.len() > 1 {
        let ground = |part: &Ground| {
            let key = match part {
                Ground::Whole | Ground::Front => "button-front",
                Ground::Rear => "button-rear",
                Ground::Centre => "button-centre",
            };
            let shown = Swapping { ground: *part, ..swapping };
            make(Button::ShowGround(shown), key, ButtonStyle::Secondary).disabled(*part == swapping.ground)
        };
        rows.push(CreateActionRow::Buttons(parts.iter().map(ground).collect()));
    }
    let revision = own.revision;
    rows.push(CreateActionRow::Buttons(vec![
        make(Button::Undo { revision }, "button-undo", ButtonStyle::Secondary).disabled(own.steps_back == 0),
        make(Button::Shuffle { revision }, "button-shuffle", ButtonStyle::Secondary),
        make(Button::Mirror { revision }, "button-mirror", ButtonStyle::Secondary),
        make(Button::Typed { revision }, "button-typed", ButtonStyle::Secondary),
        make(Button::March { revision }, "button-march", ButtonStyle::Primary),
    ]));
    rows.push(CreateActionRow::Buttons(vec![make(
        Button::Drawer(Drawer::Open),
        "button-layouts",
        ButtonStyle::Secondary,
    )]));
    rows
}

/// What may change places with the chosen piece and would be another layout: all of it while none is chosen, and
/// where nothing may, so that the menu has something in it and the press is told why (RULES 6.3).
fn partners(
    seat: Seat,
    own: &Own<'_>,
    offered: &[(Point, Kind)],
    first: Option<Point>,
) -> Vec<(Point, Kind)> {
    let Some(first) = first else { return offered.to_vec() };
    let may_swap = |&(point, kind): &(Point, Kind)| {
        own.layout.kind(first) != Some(kind) && own.layout.swapped(first, point, seat, own.role).is_ok()
    };
    let legal: Vec<_> = offered.iter().copied().filter(may_swap).collect();
    if legal.is_empty() { offered.to_vec() } else { legal }
}

fn select_row(
    table: TableId,
    button: Button,
    kind: CreateSelectMenuKind,
    placeholder: String,
) -> CreateActionRow {
    let id = CustomId { table, button }.to_string();
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind).placeholder(placeholder))
}

fn drawer_lines(texts: Texts, page: &DrawerPage) -> Vec<String> {
    let named =
        |key: &str, name: &str| texts.get(key, &[("name", escape_most(name, LAYOUT_NAME_MOST).into())]);
    let (count, most) = (page.names.len(), LAYOUTS_MOST);
    vec![match &page.asks {
        Some(DrawerAsks::Delete(name)) => named("layouts-delete-asks", name),
        Some(DrawerAsks::Replace(name)) => named("layouts-replace-asks", name),
        None if count == 0 => texts.say("layouts-none"),
        None => texts.get("layouts-count", &[("count", count.into()), ("most", most.into())]),
    }]
}

fn drawer_rows(texts: Texts, table: TableId, page: &DrawerPage, revision: u32) -> Vec<CreateActionRow> {
    let make = |drawer, key: &str, style| button(table, Button::Drawer(drawer), texts.say(key), style);
    let keep = || make(Drawer::Open, "button-keep", ButtonStyle::Secondary);
    match &page.asks {
        Some(DrawerAsks::Delete(name)) => {
            let delete = make(Drawer::Delete(NameKey::of(name)), "button-delete", ButtonStyle::Danger);
            return vec![CreateActionRow::Buttons(vec![delete, keep()])];
        }
        Some(DrawerAsks::Replace(name)) => {
            let replace = make(Drawer::Replace(NameKey::of(name)), "button-replace", ButtonStyle::Danger);
            return vec![CreateActionRow::Buttons(vec![replace, keep()])];
        }
        None => {}
    }
    let mut rows = Vec::new();
    if !page.names.is_empty() {
        let names = || page.names.iter().map(String::as_str);
        let options = || CreateSelectMenuKind::String { options: layout_options(names(), None) };
        let load = Button::Drawer(Drawer::Load { revision });
        rows.push(select_row(table, load, options(), texts.say("select-load")));
        let ask = Button::Drawer(Drawer::AskDelete);
        rows.push(select_row(table, ask, options(), texts.say("select-delete")));
    }
    let is_full = page.names.len() >= LAYOUTS_MOST as usize;
    rows.push(CreateActionRow::Buttons(vec![
        make(Drawer::Save, "button-save", ButtonStyle::Primary).disabled(is_full),
        make(Drawer::Leave, "button-back", ButtonStyle::Secondary),
    ]));
    rows
}
