// The list of members, each of whom one can be.

import { avatar, el, icon, iconButton, refill } from './dom.js';
import { acting } from './link.js';
import { openSettings, personLinks } from './people.js';
import { on, place, store, user } from './store.js';
import { say } from './words.js';

export function membersSide() {
  const whole = el('aside.members', { id: 'members' });
  const fill = () => {
    const guild = place(store.channel)?.guild;
    whole.setAttribute('aria-label', say('members'));
    const members = guild ? guild.members : [{ id: acting }, { id: store.scene.bot }];
    const known = members.map((member) => ({ member, user: user(member.id) })).filter((one) => one.user);
    const people = known.filter((one) => !one.user.is_bot);
    const bots = known.filter((one) => one.user.is_bot);
    refill(
      whole,
      el('h3.list-head', {}, `${say('members')} — ${people.length}`),
      people.map(({ member, user: person }) => item(member, person)),
      bots.length > 0 && el('h3.list-head', {}, `${say('bots')} — ${bots.length}`),
      bots.map(({ user: bot }) => el('div.member', {}, avatar(bot, 32), el('span.member-name', {}, bot.name), el('span.tag', {}, say('app')))),
    );
  };
  on('scene', fill);
  on('place', fill);
  return whole;
}

function item(member, person) {
  const isMe = person.id === acting;
  const closed = !person.takes_direct_messages;
  return el(
    `div.member${isMe ? '.me' : ''}`,
    {},
    avatar(person, 32),
    el('span.member-name', {}, person.name, isMe && el('span.member-you', {}, ` (${say('you')})`)),
    member.is_owner && el('span.member-mark', { title: say('owner') }, icon('crown')),
    member.manages && !member.is_owner && el('span.member-mark', { title: say('manages') }, icon('shield')),
    closed && el('span.member-mark.closed', { title: say('refuse-dms', { name: person.name }) }, icon('lock')),
    el('span.member-deeds', {}, !isMe && personLinks(person), iconButton('gear', say('settings', { name: person.name }), { key: `gear-${person.id}`, 'aria-haspopup': 'dialog', onclick: (event) => openSettings(event.currentTarget, person.id) })),
  );
}
