// The drawer of faults.

import { el, iconButton, refill } from './dom.js';
import { post } from './link.js';
import { attempt, emit, on, place, store, user } from './store.js';
import { format } from './time.js';
import { say } from './words.js';

const ROUTES = [
  ['route-callback', 'POST', '/interactions/'],
  ['route-followup', 'PATCH', '/webhooks/'],
  ['route-post', 'POST', '/channels/'],
  ['route-patch', 'PATCH', '/channels/'],
  ['route-delete', 'DELETE', '/channels/'],
  ['route-dm', 'POST', '/users/@me/channels'],
];
const ANSWERS = [
  [0, 0, undefined],
  [404, 10008, 'Unknown Message'],
  [404, 10003, 'Unknown Channel'],
  [404, 10062, 'Unknown interaction'],
  [403, 50001, 'Missing Access'],
  [403, 50007, 'Cannot send messages to this user'],
  [403, 50013, 'Missing Permissions'],
  [403, 40003, 'Opening direct messages too fast'],
  [401, 50027, 'Invalid Webhook Token'],
  [400, 50083, 'Thread is archived'],
  [429, 30046, 'Too many edits of an old message'],
  [429, 0, 'Rate limited'],
  [500, 0, 'Internal Server Error'],
  [503, 0, 'Service Unavailable'],
];
const SLOW = [0, 200, 1000, 2500, 4000];

function order(kind, values = {}) {
  return attempt(() => post('/api/trouble', { kind, ...values }));
}

function deed(label, onclick, { danger = false, key } = {}) {
  return el(`button.component-button.${danger ? 'danger' : 'secondary'}`, { type: 'button', key: key ?? `deed-${label}`, onclick }, label);
}

/** A deed that asks to be pressed again. */
function twice(label, onclick, key) {
  return deed(
    label,
    (event) => {
      const button = event.currentTarget;
      if (button.dataset.sure) onclick();
      button.dataset.sure = 'yes';
      button.textContent = say('confirm-delete');
    },
    { danger: true, key },
  );
}

function choice(label, key, options, chosen, onchange) {
  const id = `fault-${key}`;
  return el('div.field', {}, el('label', { for: id }, label), el('select.native', { id, key, onchange }, options.map(([value, words]) => el('option', { value: String(value), selected: String(value) === String(chosen) }, words))));
}

export function troubleDrawer() {
  const body = el('div.drawer-body');
  const title = el('h2');
  const close = iconButton('close', '', { onclick: () => emit('trouble', false) });
  const whole = el('aside.trouble', { id: 'trouble', hidden: true }, el('header.side-head', {}, title, close), body);
  const wanted = { route: 0, answer: 1, wait: 0, times: 1 };
  let last = '';
  // It stays the same element, so that what is being typed stays too.
  const name = el('input.search', { type: 'text', key: 'channel-name', maxlength: '100', autocomplete: 'off' });

  const fill = () => {
    if (whole.hidden) return;
    const { trouble } = store.scene;
    const here = place(store.channel);
    // What is unread changes often and is not shown here.
    const lasting = (key, value) => (key === 'unread' || key === 'mentions' ? undefined : value);
    const now = JSON.stringify([trouble, here, store.scene.guilds, store.scene.users], lasting);
    if (now === last) return;
    last = now;
    title.textContent = say('faults');
    close.setAttribute('aria-label', say('close'));
    close.title = say('close');
    whole.setAttribute('aria-label', say('faults'));
    refill(body, el('p.hint', {}, say('faults-hint')), gateway(trouble), network(trouble), routes(trouble), channel(here), people(here), violations(trouble));
  };

  const group = (label, ...children) => el('section.fault-group', {}, el('h3', {}, label), children);

  const gateway = (trouble) =>
    group(
      say('gateway'),
      el('p.state', {}, trouble.connections > 0 ? say('connected', { count: trouble.connections }) : say('not-connected')),
      el(
        'div.row',
        {},
        deed(say('drop'), () => order('drop-gateway')),
        trouble.is_shut ? deed(say('open'), () => order('open-gateway')) : deed(say('shut'), () => order('shut-gateway')),
        deed(say('reconnect'), () => order('reconnect-gateway')),
        deed(say('invalidate-resumable'), () => order('invalidate-session', { resumable: true })),
        deed(say('invalidate'), () => order('invalidate-session', { resumable: false }), { danger: true }),
      ),
    );

  const network = (trouble) =>
    group(
      say('network'),
      choice(say('slow-network'), 'slow', SLOW.map((ms) => [ms, ms === 0 ? say('normal') : say('ms', { count: ms })]), trouble.slowness_ms, (event) => order('slow-network', { ms: Number(event.currentTarget.value) })),
    );

  const routes = (trouble) => {
    const set = (name) => (event) => (wanted[name] = Number(event.currentTarget.value));
    const send = async () => {
      const [, method, path_prefix] = ROUTES[wanted.route];
      const [status, code] = ANSWERS[wanted.answer];
      if (wanted.wait > 0) await order('delay-route', { method, path_prefix, ms: wanted.wait, times: wanted.times });
      if (status > 0) await order('fail-route', { method, path_prefix, status, code, times: wanted.times });
    };
    const pending = trouble.failures.map((fault) => el('li', {}, say('pending', { count: fault.times, what: `${fault.method} ${fault.path_prefix}… → ${fault.status} ${fault.code || ''}` })));
    const hasPending = pending.length > 0 || trouble.delays > 0 || trouble.slowness_ms > 0;
    return group(
      say('routes'),
      choice(say('route'), 'route', ROUTES.map(([key, method, path], at) => [at, `${say(key)} (${method} ${path})`]), wanted.route, set('route')),
      choice(say('answer-with'), 'answer', ANSWERS.map(([status, code, words], at) => [at, words ? `${status}${code ? ` · ${code}` : ''} ${words}` : say('fail-none')]), wanted.answer, set('answer')),
      choice(say('wait-first'), 'wait', SLOW.map((ms) => [ms, ms === 0 ? say('normal') : say('ms', { count: ms })]), wanted.wait, set('wait')),
      choice(say('how-often'), 'times', [1, 2, 3, 5, 10, 100].map((times) => [times, times]), wanted.times, set('times')),
      el('div.row', {}, deed(say('order'), send), hasPending && deed(say('clear'), () => order('clear'))),
      pending.length > 0 && el('ul.pending', {}, pending),
      trouble.delays > 0 && el('p.state', {}, say('pending-delays', { count: trouble.delays })),
    );
  };

  const channel = (here) => {
    name.placeholder = say('channel-name');
    name.setAttribute('aria-label', name.placeholder);
    const guild = here?.guild ?? store.scene.guilds[0];
    const add = (event) => {
      event.preventDefault();
      order('add-channel', { guild: guild.id, name: name.value });
      name.value = '';
    };
    const making = guild && el('form.new-user', { onsubmit: add }, name, el('button.component-button.secondary', { type: 'submit' }, say('channel-add')));
    if (!here?.guild) return making && group(say('channels'), making);
    const { channel: shown } = here;
    if (shown.parent !== undefined) {
      return group(
        `${say('here')}: ${shown.name}`,
        el(
          'div.row',
          {},
          shown.is_archived || shown.is_locked ? deed(say('thread-wake'), () => order('wake-thread', { thread: shown.id })) : deed(say('thread-archive'), () => order('archive-thread', { thread: shown.id })),
          !shown.is_locked && deed(say('thread-lock'), () => order('lock-thread', { thread: shown.id })),
          twice(say('channel-delete'), () => order('delete-channel', { channel: shown.id }), `delete-${shown.id}`),
        ),
      );
    }
    const taken = new Set(shown.taken);
    const boxes = store.scene.trouble.takeable.map((permission) =>
      el(
        'label.box',
        {},
        el('input', {
          type: 'checkbox',
          key: `taken-${permission}`,
          checked: taken.has(permission),
          onchange: (event) => {
            if (event.currentTarget.checked) taken.add(permission);
            else taken.delete(permission);
            order('take-permissions', { channel: shown.id, names: [...taken] });
          },
        }),
        permission,
      ),
    );
    return group(`${say('here')}: #${shown.name}`, el('fieldset', {}, el('legend', {}, say('taken')), boxes), el('div.row', {}, twice(say('channel-delete'), () => order('delete-channel', { channel: shown.id }), `delete-${shown.id}`)), making);
  };

  const people = (here) => {
    const guild = here?.guild ?? store.scene.guilds[0];
    const present = new Set((guild?.members ?? []).map((member) => member.id));
    const target = guild?.id;
    return group(
      say('people'),
      el(
        'div.stack',
        {},
        store.scene.users.map((person) => {
          const isOwner = guild?.members.some((member) => member.id === person.id && member.is_owner);
          if (isOwner || target === undefined) return undefined;
          return present.has(person.id)
            ? deed(say('remove-member', { name: person.name }), () => order('remove-member', { guild: target, user: person.id }), { danger: true, key: `member-${person.id}` })
            : deed(say('add-member', { name: person.name }), () => order('add-member', { guild: target, user: person.id }), { key: `member-${person.id}` });
        }),
        store.scene.users
          .filter((person) => !person.is_bot)
          .map((person) =>
            el(
              'label.box',
              {},
              el('input', { type: 'checkbox', key: `dms-${person.id}`, checked: !person.takes_direct_messages, onchange: (event) => attempt(() => post('/api/user', { user: person.id, takes_direct_messages: !event.currentTarget.checked })) }),
              say('refuse-dms', { name: user(person.id).name }),
            ),
          ),
      ),
    );
  };

  const violations = (trouble) =>
    group(
      `${say('violations')} (${trouble.violation_count})`,
      trouble.violations.length === 0
        ? el('p.state', {}, say('none-yet'))
        : el('ol.violations', {}, trouble.violations.map((one) => el('li', {}, el('code', {}, `${one.method} ${one.path}`), ` ${one.status} ${one.code || ''} ${one.reason} — ${format(one.at_ms, { timeStyle: 'medium' })}`))),
    );

  on('trouble', (isOpen) => {
    whole.hidden = !isOpen;
    last = '';
    fill();
    if (isOpen) close.focus();
  });
  on('scene', fill);
  on('place', fill);
  return whole;
}
