// Who one can be, and the switches of each user.

import { avatar, el, icon } from './dom.js';
import { acting, get, post } from './link.js';
import { openPanel } from './popup.js';
import { attempt, place, store, user } from './store.js';
import { LOCALES, locale, say } from './words.js';

export function addressAs(id) {
  return `/?as=${encodeURIComponent(id)}${location.hash}`;
}

/** Links to act as somebody: in this tab, or in another window. */
export function personLinks(person) {
  return [
    el('a.link-chip', { href: addressAs(person.id), key: `as-${person.id}`, 'aria-label': say('act-as', { name: person.name }), title: say('act-as', { name: person.name }) }, say('act-as-title')),
    el('a.icon-button', { href: addressAs(person.id), target: '_blank', rel: 'noopener', key: `new-${person.id}`, 'aria-label': say('new-window', { name: person.name }), title: say('new-window', { name: person.name }) }, icon('window')),
  ];
}

function peopleList(people) {
  return el(
    'ul.people',
    {},
    people
      .filter((person) => !person.is_bot && person.id !== acting)
      .map((person) => el('li', {}, avatar(person, 32), el('span.member-name', {}, person.name), el('span.people-deeds', {}, personLinks(person)))),
  );
}

export function openSwitcher(anchor) {
  const name = el('input.search', { type: 'text', placeholder: say('new-user-name'), 'aria-label': say('new-user-name'), maxlength: '32', autocomplete: 'off' });
  const guild = place(store.channel)?.guild ?? store.scene.guilds[0];
  const add = async (event) => {
    event.preventDefault();
    const made = await attempt(() => post('/api/users', { name: name.value, locale: locale(), guild: guild.id }));
    if (made) location.assign(addressAs(made.user));
  };
  openPanel(anchor, say('switch-user'), [
    el('h3', {}, say('choose-user')),
    el('p.hint', {}, say('choose-hint')),
    peopleList(store.scene.users),
    guild && el('form.new-user', { onsubmit: add }, name, el('button.component-button.secondary', { type: 'submit' }, say('add'))),
  ]);
}

/** The page before anybody is chosen. */
export async function chooser(words = '') {
  const people = (await get('/api/users')) ?? [];
  return el('main.chooser', {}, el('div.chooser-box', {}, el('h1', {}, say('choose-user')), words && el('p.failure', { role: 'alert' }, words), el('p.hint', {}, say('choose-hint')), peopleList(people)));
}

function change(id, values) {
  return attempt(() => post('/api/user', { user: id, ...values }));
}

function toggle(label, hint, isOn, onChange) {
  const id = `switch-${label.replace(/\s+/g, '-')}`;
  return el(
    'div.setting',
    {},
    el('div', {}, el('label', { for: id }, label), el('p.hint', {}, hint)),
    el('input.switch', { type: 'checkbox', role: 'switch', id, checked: isOn, onchange: (event) => onChange(event.currentTarget.checked) }),
  );
}

/** A user's switches; the own panel has those of the page besides. */
export function openSettings(anchor, id) {
  const person = user(id);
  const guild = place(store.channel)?.guild ?? store.scene.guilds[0];
  const member = guild?.members.find((one) => one.id === id);
  const languages = el(
    'select.native',
    { id: 'setting-language', 'data-first': true, onchange: (event) => change(id, { locale: event.currentTarget.value }) },
    [...LOCALES, ...(LOCALES.some(([code]) => code === person.locale) ? [] : [[person.locale, person.locale]])].map(([code, name]) => el('option', { value: code, selected: code === person.locale }, name)),
  );
  openPanel(anchor, say('settings', { name: person.name }), [
    el('header.panel-head', {}, avatar(person, 40), el('h3', {}, person.name)),
    el('div.setting', {}, el('label', { for: 'setting-language' }, say('language')), languages),
    toggle(say('take-dms'), say('take-dms-hint'), person.takes_direct_messages, (isOn) => change(id, { takes_direct_messages: isOn })),
    member && !member.is_owner && toggle(say('manage-server'), say('manage-server-hint'), member.manages, (isOn) => change(id, { manages: { guild: guild.id, is_on: isOn } })),
    id === acting && el('div.setting', {}, el('span', { id: 'setting-theme' }, say('theme')), themes()),
    id !== acting && el('div.setting.links', {}, personLinks(person)),
  ]);
}

function themes() {
  const button = (name) =>
    el('button.component-button.secondary', { type: 'button', 'aria-pressed': String(document.documentElement.dataset.theme === name), onclick: (event) => {
      setTheme(name);
      for (const other of event.currentTarget.parentElement.children) other.setAttribute('aria-pressed', String(other === event.currentTarget));
    } }, say(name));
  return el('div.choice-row', { role: 'group', 'aria-labelledby': 'setting-theme' }, button('dark'), button('light'));
}

export function setTheme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem('theme', name);
}

/** The theme chosen before, else the system's. */
export function startTheme() {
  const kept = localStorage.getItem('theme');
  const isLight = matchMedia('(prefers-color-scheme: light)').matches;
  document.documentElement.dataset.theme = kept ?? (isLight ? 'light' : 'dark');
}
