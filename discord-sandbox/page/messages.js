// The pane of messages.

import { byId, el, icon, refill } from './dom.js';
import { isGrouped, messageNode, pendingNode } from './message.js';
import { emit, names, on, place, store } from './store.js';
import { format } from './time.js';
import { say } from './words.js';

/** How near to its end the pane follows what comes, in pixels. */
const NEAR = 120;

export function messagesPane() {
  const list = el('div.message-list', { role: 'log', 'aria-live': 'polite', 'aria-relevant': 'additions' });
  const pane = el('div.message-pane', { tabIndex: 0, 'aria-label': '' }, list);
  const jump = el('button.jump', { type: 'button', hidden: true, onclick: () => toEnd() }, el('span', {}), icon('down'));
  const whole = el('div.messages', {}, pane, jump);
  const nodes = new Map();
  let follows = true;
  let known = names((id) => emit('open', id));

  const toEnd = () => {
    pane.scrollTop = pane.scrollHeight;
    follows = true;
    jump.hidden = true;
  };
  pane.addEventListener('scroll', () => {
    follows = pane.scrollHeight - pane.scrollTop - pane.clientHeight < NEAR;
    if (follows) jump.hidden = true;
  });
  // Pictures without a known size grow when they arrive.
  new ResizeObserver(() => follows && toEnd()).observe(list);
  new ResizeObserver(() => follows && toEnd()).observe(pane);

  const ordered = () => [...store.messages.values()].sort((a, b) => byId(a.id, b.id));

  /** Lays the messages out: those that are new or changed are made anew, the others stay. */
  const layOut = (isNew) => {
    const messages = ordered();
    const children = [start(messages.length)];
    let before;
    let day;
    for (const message of messages) {
      let node = nodes.get(message.id);
      if (!node) {
        node = messageNode(message, known);
        nodes.set(message.id, node);
      }
      const today = new Date(message.timestamp).toDateString();
      if (day !== undefined && today !== day) children.push(el('div.day', { role: 'separator' }, el('span', {}, format(Date.parse(message.timestamp), { dateStyle: 'long' }))));
      const startsDay = today !== day;
      day = today;
      node.classList.toggle('grouped', !startsDay && isGrouped(before, message));
      before = message;
      children.push(node);
    }
    const pending = store.pending.filter((one) => one.channel === store.channel);
    children.push(...pending.map(pendingNode));
    sync(list, children);
    if (follows) toEnd();
    else if (isNew) {
      jump.firstChild.textContent = say('to-present');
      jump.hidden = false;
    }
  };

  const start = (count) => {
    const here = place(store.channel);
    const where = here?.guild ? `#${here.channel.name}` : (here ? store.scene.users.find((user) => user.id === store.scene.bot).name : '');
    return el('div.start', {}, el('div.start-icon', {}, icon(here?.guild ? (here.channel.parent ? 'thread' : 'hash') : 'chat')), el('h2', {}, count >= 100 ? say('more-above') : say('start-of', { where })), el('p', {}, count >= 100 ? '' : say('start-hint')));
  };

  const redraw = (id) => {
    const old = nodes.get(id);
    const message = store.messages.get(id);
    if (!old || !message) return;
    const held = old.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const fresh = messageNode(message, known);
    fresh.classList.toggle('grouped', old.classList.contains('grouped'));
    nodes.set(id, fresh);
    old.replaceWith(fresh);
    if (held) [...fresh.querySelectorAll('[data-key]')].find((node) => node.dataset.key === held)?.focus({ preventScroll: true });
    if (follows) toEnd();
  };

  on('messages', ({ changed, gone, isFirst }) => {
    if (isFirst) {
      nodes.clear();
      follows = true;
    }
    let isNew = false;
    for (const id of gone) nodes.delete(id);
    for (const id of changed) {
      if (nodes.has(id)) redraw(id);
      else isNew = true;
    }
    layOut(isNew);
  });
  on('message', redraw);
  on('pending', () => layOut(false));
  on('renamed', () => {
    known = names((id) => emit('open', id));
    nodes.clear();
    if (store.channel) layOut(false);
  });
  on('to-end', toEnd);
  on('show-message', (id) => {
    const node = nodes.get(id);
    if (!node) return;
    node.scrollIntoView({ block: 'center' });
    node.classList.add('shown');
    setTimeout(() => node.classList.remove('shown'), 2000);
  });
  on('place', () => pane.setAttribute('aria-label', place(store.channel)?.channel.name ?? say('direct-messages')));
  on('emptied', (words) => {
    nodes.clear();
    refill(list, el('div.start', {}, el('h2', {}, words.title), el('p', {}, words.hint)));
  });
  return whole;
}

/** Gives a parent exactly these children, touching only what differs. */
function sync(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let cursor = parent.firstChild;
  for (const child of children) {
    if (child === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(child, cursor);
  }
}
