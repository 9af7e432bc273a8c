// The rail of servers, the list of channels, and the user's own panel below it.

import { avatar, el, icon, iconButton, refill } from './dom.js';
import { acting, post } from './link.js';
import { openSettings, openSwitcher } from './people.js';
import { attempt, emit, me, on, place, store, user } from './store.js';
import { say } from './words.js';

/** How many archived threads stay listed below a channel. */
const ARCHIVED_SHOWN = 3;

export function channelsSide() {
  const rail = el('nav.rail');
  const list = el('nav.channel-list');
  const title = el('header.side-head');
  const own = el('section.own');
  const whole = el('div.side', { id: 'side' }, rail, el('div.side-main', {}, title, list, own));

  const isDirect = () => store.channel !== undefined && store.channel === store.scene.direct?.id;

  const badge = (count) => count > 0 && el('span.badge', { 'aria-label': say('mentions', { count }) }, count > 99 ? '99+' : count);

  const railItem = (key, label, isOn, mentions, hasUnread, picture, onclick) =>
    el(
      `button.rail-item${isOn ? '.on' : ''}${hasUnread ? '.unread' : ''}`,
      { type: 'button', key: `rail-${key}`, title: label, 'aria-label': mentions > 0 ? `${label}, ${say('mentions', { count: mentions })}` : label, 'aria-current': isOn ? 'true' : undefined, onclick },
      picture,
      badge(mentions),
    );

  const fillRail = () => {
    const { scene } = store;
    const guilds = scene.guilds.map((guild) => {
      const total = guild.channels.reduce((sum, channel) => sum + channel.mentions, 0);
      const hasUnread = guild.channels.some((channel) => channel.unread > 0);
      const isOn = !isDirect() && place(store.channel)?.guild?.id === guild.id;
      return railItem(guild.id, guild.name, isOn, total, hasUnread, el('span.guild-icon', { 'aria-hidden': 'true' }, [...guild.name].slice(0, 2).join('')), () => emit('open', firstOf(guild)));
    });
    rail.setAttribute('aria-label', say('servers'));
    const direct = scene.direct;
    refill(rail, railItem('direct', say('direct-messages'), isDirect(), direct?.mentions ?? 0, (direct?.unread ?? 0) > 0, icon('chat'), openDirect), el('hr.rail-line'), guilds);
  };

  const openDirect = async () => {
    const channel = store.scene.direct?.id ?? (await attempt(() => post('/api/direct', {})))?.channel;
    if (channel) emit('open', channel);
  };

  const channelItem = (channel, isThread) => {
    const isOn = channel.id === store.channel;
    const label = [channel.name, channel.unread > 0 && say('unread', { count: channel.unread }), channel.mentions > 0 && say('mentions', { count: channel.mentions }), channel.is_locked && say('locked'), channel.is_archived && say('archived')];
    return el(
      `button.channel${isThread ? '.thread' : ''}${isOn ? '.on' : ''}${channel.unread > 0 ? '.unread' : ''}${channel.is_archived ? '.archived' : ''}`,
      { type: 'button', key: `channel-${channel.id}`, 'aria-label': label.filter(Boolean).join(', '), 'aria-current': isOn ? 'page' : undefined, title: channel.name, onclick: () => emit('open', channel.id) },
      icon(isThread ? (channel.is_locked ? 'lock' : 'thread') : 'hash'),
      el('span.channel-name', {}, channel.name),
      badge(channel.mentions),
    );
  };

  const fillList = () => {
    const { scene } = store;
    const bot = user(scene.bot);
    const mentions = scene.direct?.mentions ?? 0;
    const direct = [
      el('h3.list-head', {}, say('direct-messages')),
      el(
        `button.channel.person${isDirect() ? '.on' : ''}${mentions > 0 ? '.unread' : ''}`,
        { type: 'button', key: 'channel-direct', 'aria-current': isDirect() ? 'page' : undefined, 'aria-label': mentions > 0 ? `${bot.name}, ${say('unread', { count: mentions })}` : bot.name, onclick: openDirect },
        avatar(bot, 28),
        el('span.channel-name', {}, bot.name),
        el('span.tag', {}, say('app')),
        badge(mentions),
      ),
    ];
    const guild = isDirect() ? undefined : (place(store.channel)?.guild ?? scene.guilds[0]);
    title.replaceChildren(el('h2', {}, guild?.name ?? say('direct-messages')));
    list.setAttribute('aria-label', say('channels'));
    if (!guild) {
      refill(list, direct);
      return;
    }
    const top = guild.channels.filter((channel) => channel.parent === undefined);
    const items = top.flatMap((channel) => {
      const threads = guild.channels.filter((thread) => thread.parent === channel.id);
      const live = threads.filter((thread) => !thread.is_archived || thread.id === store.channel || thread.unread > 0);
      const archived = threads.filter((thread) => !live.includes(thread)).slice(-ARCHIVED_SHOWN);
      return [channelItem(channel, false), ...[...live, ...archived].map((thread) => channelItem(thread, true))];
    });
    refill(list, el('h3.list-head', {}, say('text-channels')), items, direct);
  };

  const fillOwn = () => {
    const known = me();
    own.setAttribute('aria-label', say('act-as', { name: known.name }));
    refill(
      own,
      el(
        'button.own-who',
        { type: 'button', key: 'own-who', title: say('switch-user'), 'aria-label': `${known.name}, ${say('switch-user')}`, 'aria-haspopup': 'dialog', onclick: (event) => openSwitcher(event.currentTarget) },
        avatar(known, 32),
        el('span.own-words', {}, el('b', {}, known.name), el('span', {}, say('act-as-title'))),
      ),
      iconButton('gear', say('settings-short'), { key: 'own-settings', 'aria-haspopup': 'dialog', onclick: (event) => openSettings(event.currentTarget, acting) }),
    );
  };

  const fill = () => {
    fillRail();
    fillList();
    fillOwn();
  };
  on('scene', fill);
  on('place', fill);
  return whole;
}

/** Where a server opens: the first channel that is no thread. */
export function firstOf(guild) {
  return (guild.channels.find((channel) => channel.parent === undefined) ?? guild.channels[0])?.id;
}
