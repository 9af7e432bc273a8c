// Buttons and selects under a message.

import { avatar, el, icon } from './dom.js';
import { embed, ownPath } from './embed.js';
import { post } from './link.js';
import { markdown } from './markdown.js';
import { openModal } from './modal.js';
import { picture } from './picture.js';
import { openPanel } from './popup.js';
import { attempt, emit, place, store, user } from './store.js';
import { say } from './words.js';

const STYLES = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link', 6: 'secondary' };

/** All components of a message. */
export function components(message, names) {
  return (message.components ?? []).map((part) => component(message, part, names)).filter(Boolean);
}

function component(message, part, names) {
  const all = (parts) => (parts ?? []).map((inner) => component(message, inner, names));
  switch (part.type) {
    case 1:
      return el('div.row', { role: 'group' }, all(part.components));
    case 2:
      return button(message, part);
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return select(message, part);
    case 9:
      return el('div.section', {}, el('div', {}, all(part.components)), part.accessory && component(message, part.accessory, names));
    case 10:
      return el('div.text-display', {}, markdown(part.content ?? '', names));
    case 11:
      return media(message, part);
    case 12:
      return el('div.gallery', {}, (part.items ?? []).map((item) => media(message, item)));
    case 14:
      return el('hr.separator');
    case 17:
      return el('div.container', {}, all(part.components));
    default:
      return undefined;
  }
}

function media(message, { media: source, description }) {
  const url = source?.url ?? '';
  const name = url.startsWith('attachment://') ? url.slice('attachment://'.length) : undefined;
  const file = message.attachments.find((attachment) => attachment.filename === name);
  const path = ownPath(file?.url ?? url);
  return path ? picture({ path, alt: description ?? file?.description, width: file?.width, height: file?.height }) : el('div.outside', {}, say('outside-picture', { url }));
}

function emoji(part) {
  return part.emoji?.name && el('span.emoji', { 'aria-hidden': 'true' }, part.emoji.id ? `:${part.emoji.name}:` : part.emoji.name);
}

function button(message, part) {
  const style = STYLES[part.style] ?? 'secondary';
  const key = `${message.id}/${part.custom_id ?? part.url}`;
  if (style === 'link') {
    const isWeb = /^https?:\/\//.test(part.url ?? '');
    return el('a.component-button.link', { href: isWeb ? part.url : undefined, target: '_blank', rel: 'noopener noreferrer', key }, emoji(part), part.label, icon('window'));
  }
  const isBusy = store.busy.has(key);
  return el(
    `button.component-button.${style}${isBusy ? '.busy' : ''}`,
    {
      type: 'button',
      key,
      disabled: part.disabled === true,
      'aria-busy': String(isBusy),
      'aria-label': part.label || part.emoji?.name,
      onclick: () => use(message, key, () => post('/api/press', { message: message.id, custom_id: part.custom_id })),
    },
    emoji(part),
    el('span', {}, part.label ?? ''),
  );
}

/** Waits for the outcome of a press; one at a time for each component. */
async function use(message, key, deed) {
  if (store.busy.has(key)) return;
  store.busy.add(key);
  store.notes.delete(message.id);
  emit('message', message.id);
  const used = await attempt(deed);
  store.busy.delete(key);
  if (used?.outcome === 'failed') store.notes.set(message.id, say('failed'));
  emit('message', message.id);
  if (used?.modal) openModal(used.modal);
}

/** What a select offers: `{ value, label, note, picture, isDefault }`. */
function options(message, part) {
  const guild = place(message.channel_id)?.guild;
  const defaults = new Set((part.default_values ?? []).map((value) => value.id));
  const users = () => {
    const members = guild ? guild.members.map((member) => user(member.id)) : [user(store.scene.me.id), user(store.scene.bot)];
    return members.filter(Boolean).map((known) => ({ value: known.id, label: known.name, picture: avatar(known, 24), isDefault: defaults.has(known.id) }));
  };
  const roles = () => (guild?.roles ?? []).map((role) => ({ value: role.id, label: role.id === guild.id ? `@${say('everyone')}` : `@${role.name}`, isDefault: defaults.has(role.id) }));
  switch (part.type) {
    case 3:
      return part.options.map((option) => ({
        value: option.value,
        label: option.label,
        note: option.description,
        picture: emoji(option),
        isDefault: option.default === true,
      }));
    case 5:
      return users();
    case 6:
      return roles();
    case 7:
      return [...users(), ...roles()];
    default:
      return (guild?.channels ?? []).map((channel) => ({ value: channel.id, label: `#${channel.name}`, isDefault: defaults.has(channel.id) }));
  }
}

function select(message, part) {
  const key = `${message.id}/${part.custom_id}`;
  const offered = options(message, part);
  const chosen = offered.filter((option) => option.isDefault);
  const isBusy = store.busy.has(key);
  const label = chosen.length > 0 ? chosen.map((option) => option.label).join(', ') : part.placeholder || say('choose');
  const name = part.placeholder || say('choose');
  return el(
    `button.select${chosen.length > 0 ? '.filled' : ''}${isBusy ? '.busy' : ''}`,
    {
      type: 'button',
      key,
      role: 'combobox',
      'aria-haspopup': 'listbox',
      'aria-expanded': 'false',
      'aria-label': chosen.length > 0 ? `${name}: ${label}` : name,
      'aria-busy': String(isBusy),
      disabled: part.disabled === true,
      onclick: (event) => openChoices(event.currentTarget, message, part, offered, key),
    },
    el('span', {}, label),
    icon('down'),
  );
}

/** Opens the list. One value is sent when it is picked; several when the list closes. */
function openChoices(anchor, message, part, offered, key) {
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const picked = new Set(offered.filter((option) => option.isDefault).map((option) => option.value));
  const before = [...picked].join('\n');
  const send = (values) => use(message, key, () => post('/api/choose', { message: message.id, custom_id: part.custom_id, values }));
  const isMany = most > 1;
  const list = el('div.choices', { role: 'listbox', 'aria-label': part.placeholder || say('choose'), 'aria-multiselectable': String(isMany), tabIndex: 0 });
  const isSearched = part.type !== 3 || offered.length > 12;
  const search = isSearched && el('input.search', { type: 'search', placeholder: say('search'), 'aria-label': say('search'), 'data-first': true, autocomplete: 'off' });
  if (!isSearched) list.dataset.first = '';
  let shown = offered;
  let at = Math.max(0, shown.findIndex((option) => picked.has(option.value)));
  const point = (to) => {
    at = to;
    [...list.children].forEach((child, index) => child.classList.toggle('pointed', index === at));
    const item = list.children[at];
    if (item?.id) (search || list).setAttribute('aria-activedescendant', item.id);
    item?.scrollIntoView({ block: 'nearest' });
  };
  const fill = () => {
    list.replaceChildren(
      ...shown.map((option, index) =>
        el(
          'div.choice',
          { role: 'option', id: `choice-${index}`, 'aria-selected': String(picked.has(option.value)), onclick: () => pick(index), onpointermove: () => at !== index && point(index) },
          isMany && el('span.check', { 'aria-hidden': 'true' }, picked.has(option.value) ? '☑' : '☐'),
          option.picture?.cloneNode(true),
          el('span.choice-words', {}, el('span.choice-label', {}, option.label), option.note && el('span.choice-note', {}, option.note)),
        ),
      ),
    );
    if (shown.length === 0) list.append(el('div.menu-empty', {}, say('nothing-found')));
    point(Math.min(at, shown.length - 1));
  };
  const pick = (index) => {
    const option = shown[index];
    if (!option) return;
    if (!isMany) {
      close();
      send([option.value]);
      return;
    }
    if (picked.has(option.value)) picked.delete(option.value);
    else if (picked.size < most) picked.add(option.value);
    at = index;
    fill();
  };
  const done = isMany && el('button.component-button.primary', { type: 'button', onclick: () => close() }, say('done'));
  let typed = '';
  const keys = (event) => {
    if (event.isComposing) return;
    const last = shown.length - 1;
    if (event.key === 'ArrowDown') point(at >= last ? 0 : at + 1);
    else if (event.key === 'ArrowUp') point(at <= 0 ? last : at - 1);
    else if (event.key === 'Home' && !search) point(0);
    else if (event.key === 'End' && !search) point(last);
    else if (event.key === 'Enter' || (event.key === ' ' && !search)) pick(at);
    else if (!search && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      typed += event.key.toLowerCase();
      clearTimeout(keys.timer);
      keys.timer = setTimeout(() => (typed = ''), 800);
      const found = shown.findIndex((option) => option.label.toLowerCase().includes(typed));
      if (found >= 0) point(found);
    } else return;
    event.preventDefault();
  };
  (search || list).addEventListener('keydown', keys);
  if (search) {
    search.addEventListener('input', () => {
      const words = search.value.trim().toLowerCase();
      shown = offered.filter((option) => `${option.label} ${option.note ?? ''}`.toLowerCase().includes(words));
      at = 0;
      fill();
    });
  }
  fill();
  const close = openPanel(anchor, part.placeholder || say('choose'), [search, list, done], {
    wide: true,
    onClose: () => {
      if (isMany && [...picked].join('\n') !== before && picked.size >= least) send([...picked]);
    },
  });
  point(at);
}

export { embed };
