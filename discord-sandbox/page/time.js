// Times, written in the user's language; relative ones tick.

import { el } from './dom.js';
import { locale, say } from './words.js';

const DISCORD_EPOCH_MS = 1420070400000n;
const FORMS = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};
const STEPS = [
  ['year', 31557600],
  ['month', 2629800],
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** When a thing with one of Discord's numbers was made, in milliseconds since 1970. */
export function madeMs(id) {
  return Number((BigInt(id) >> 22n) + DISCORD_EPOCH_MS);
}

export function format(ms, options) {
  return new Intl.DateTimeFormat(locale(), options).format(new Date(ms));
}

/** A day and time as Discord heads a message with. */
export function heading(ms) {
  const isToday = new Date(ms).toDateString() === new Date().toDateString();
  return format(ms, isToday ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' });
}

function relative(ms) {
  const seconds = Math.round((ms - Date.now()) / 1000);
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

/** The element for `<t:seconds:form>`. */
export function timestamp(seconds, form) {
  const ms = seconds * 1000;
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return el('span', {}, say('bad-time'));
  const node = el('time.timestamp', { datetime: date.toISOString(), title: format(ms, FORMS.F), tabIndex: 0 });
  if (form === 'R') {
    node.dataset.relative = String(ms);
    node.textContent = relative(ms);
  } else {
    node.textContent = format(ms, FORMS[form] ?? FORMS.f);
  }
  return node;
}

setInterval(() => {
  for (const node of document.querySelectorAll('time[data-relative]')) {
    const now = relative(Number(node.dataset.relative));
    if (node.textContent !== now) node.textContent = now;
  }
}, 500);
