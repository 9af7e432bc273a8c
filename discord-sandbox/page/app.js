// Puts the page together and keeps it up to date.

import { channelsSide, firstOf } from './channels.js';
import { composer } from './composer.js';
import { el, icon, iconButton, refill } from './dom.js';
import { acting, listen } from './link.js';
import { membersSide } from './members.js';
import { messagesPane } from './messages.js';
import { chooser, startTheme } from './people.js';
import { emit, me, on, place, store, user } from './store.js';
import { troubleDrawer } from './trouble.js';
import { say, setLocale } from './words.js';

const NARROW = matchMedia('(max-width: 900px)');
const app = document.getElementById('app');

startTheme();
setLocale(navigator.language);
if (acting === null) app.replaceChildren(await chooser());
else start();

function start() {
  const title = el('div.head-title');
  const banner = el('div.banner', { role: 'status', hidden: true });
  const menu = iconButton('menu', '', { class: 'only-narrow', 'aria-controls': 'side', 'aria-expanded': 'false', onclick: () => drawer('side') });
  const people = iconButton('people', '', { 'aria-controls': 'members', 'aria-expanded': 'true', onclick: () => drawer('members') });
  const faults = iconButton('bug', '', { 'aria-controls': 'trouble', 'aria-expanded': 'false', onclick: () => emit('trouble', document.getElementById('trouble').hidden) });
  const scrim = el('div.scrim', { onclick: () => drawer(undefined) });
  const main = el('main.chat', {}, el('header.head', {}, menu, title, faults, people), banner, messagesPane(), composer());
  const frame = el('div.frame', {}, channelsSide(), main, membersSide(), troubleDrawer(), scrim);
  let tell = () => {};

  /** On a narrow page, one side at a time slides over the messages; on a wide one the members fold away. */
  function drawer(name) {
    if (!NARROW.matches) {
      if (name === 'members') frame.classList.toggle('no-members');
      people.setAttribute('aria-expanded', String(!frame.classList.contains('no-members')));
      return;
    }
    const open = name && !frame.classList.contains(`show-${name}`) ? name : undefined;
    for (const side of ['side', 'members']) frame.classList.toggle(`show-${side}`, side === open);
    menu.setAttribute('aria-expanded', String(open === 'side'));
    people.setAttribute('aria-expanded', String(open === 'members'));
    const shown = open && document.getElementById(open);
    if (shown) shown.querySelector('button, a')?.focus();
  }
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (!document.getElementById('trouble').hidden) {
      emit('trouble', false);
      faults.focus();
    } else drawer(undefined);
  });

  const look = () => tell({ channel: store.channel ?? null, is_seen: document.visibilityState === 'visible' });
  document.addEventListener('visibilitychange', look);

  on('open', (id) => {
    if (NARROW.matches) drawer(undefined);
    if (id === store.channel) return;
    store.channel = id;
    store.messages.clear();
    store.notes.clear();
    history.replaceState(null, '', `#${id}`);
    emit('place');
    look();
  });
  addEventListener('hashchange', () => {
    const id = location.hash.slice(1);
    if (place(id)) emit('open', id);
  });
  on('drop-pending', (pending) => {
    store.pending = store.pending.filter((one) => one !== pending);
    emit('pending');
  });
  on('trouble', (isOpen) => {
    faults.setAttribute('aria-expanded', String(isOpen));
    frame.classList.toggle('show-trouble', isOpen);
  });

  const settle = () => {
    const here = place(store.channel);
    const bot = user(store.scene.bot);
    const name = here ? (here.guild ? here.channel.name : bot.name) : say('no-channel');
    const parent = here?.channel.parent && place(here.channel.parent)?.channel.name;
    refill(
      title,
      icon(here?.guild ? (here.channel.parent ? 'thread' : 'hash') : 'chat'),
      el('h1', {}, name),
      parent && el('span.head-topic', {}, say('thread-of', { where: `#${parent}` })),
      here?.channel.topic && el('span.head-topic', {}, here.channel.topic),
    );
    const isAway = store.scene.trouble.connections === 0;
    banner.hidden = !isAway && state === 'open';
    banner.textContent = state !== 'open' ? say('cut-off') : say('bot-away');
    const unread = [...store.scene.guilds.flatMap((guild) => guild.channels), store.scene.direct].filter(Boolean).reduce((sum, channel) => sum + channel.mentions, 0);
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${name} · ${me().name}`;
    for (const [button, key] of [[menu, 'show-channels'], [people, 'show-members'], [faults, 'faults']]) {
      button.title = say(key);
      button.setAttribute('aria-label', say(key));
    }
  };
  on('scene', settle);
  on('place', settle);

  let state = 'open';
  let known = '';
  const onScene = (scene) => {
    const before = store.scene?.me.locale;
    store.scene = scene;
    setLocale(scene.me.locale);
    const here = place(store.channel);
    const wanted = here ? store.channel : [location.hash.slice(1), ...scene.guilds.map(firstOf), scene.direct?.id].find((id) => place(id));
    if (wanted !== store.channel && wanted !== undefined) emit('open', wanted);
    emit('scene');
    if (wanted === undefined) {
      store.channel = undefined;
      emit('emptied', { title: say('no-channel'), hint: scene.guilds.length === 0 ? say('no-guild') : say('no-channel-hint') });
    }
    // Messages name users, roles and channels, in the user's language.
    const nowKnown = JSON.stringify([scene.me.locale, scene.users.map((one) => one.name), scene.guilds.map((guild) => guild.channels.map((channel) => channel.name))]);
    if (nowKnown !== known && before !== undefined) emit('renamed');
    known = nowKnown;
  };
  const onMessages = ({ channel, changed, gone, is_first: isFirst }) => {
    if (channel !== store.channel) return;
    if (isFirst) store.messages.clear();
    for (const id of gone) {
      store.messages.delete(id);
      store.notes.delete(id);
    }
    for (const message of changed) store.messages.set(message.id, message);
    emit('messages', { changed: changed.map((message) => message.id), gone, isFirst });
  };
  tell = listen({
    onNews: (news) => {
      if (news.type === 'scene') onScene(news.scene);
      else onMessages(news);
      if (!frame.isConnected && store.scene) app.replaceChildren(frame);
    },
    onState: async (now) => {
      state = now;
      if (now === 'unknown') app.replaceChildren(await chooser(say('no-such-user')));
      else if (store.scene) settle();
    },
  });
}
