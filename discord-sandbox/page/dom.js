// Elements, made one by one. Text stays text: nothing on this page is ever parsed as markup.

const PROPERTIES = new Set(['value', 'checked', 'disabled', 'hidden', 'tabIndex', 'open', 'selected']);
const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element: `el('button.primary', { onclick }, 'Send')`. */
export function el(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const node = document.createElement(name);
  if (classes.length > 0) node.className = classes.join(' ');
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'key') node.dataset.key = value;
    else if (PROPERTIES.has(key)) node[key] = value;
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return node;
}

const PATHS = {
  hash: 'M9.5 3 8.7 8H4v2h4.4l-.7 4H3v2h4.4l-.8 5h2l.8-5h4l-.8 5h2l.8-5H20v-2h-4.3l.7-4H21V8h-4.3l.8-5h-2l-.8 5h-4l.8-5zm.9 7h4l-.7 4h-4z',
  thread: 'M5 3h2v8a2 2 0 0 0 2 2h7l-2.6-2.6 1.4-1.4 5 5-5 5-1.4-1.4L16 15H9a4 4 0 0 1-4-4z',
  people: 'M8 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8m8.5 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6M8 13c4 0 7 2 7 5v2H1v-2c0-3 3-5 7-5m8.5 0c3.500 0 6.500 1.600 6.500 4.500V20h-6v-2c0-1.900-.9-3.500-2.300-4.700q.9-.3 1.800-.3',
  gear: 'M10.500 2h3l.5 2.600 1.700.7L17.900 4 20 6.100l-1.400 2.200.7 1.700 2.700.5v3l-2.700.5-.7 1.700L20 17.900 17.900 20l-2.200-1.400-1.700.7-.5 2.700h-3l-.5-2.700-1.700-.7L6.100 20 4 17.900l1.400-2.200-.7-1.700L2 13.500v-3l2.700-.5.7-1.700L4 6.100 6.100 4l2.200 1.300 1.700-.7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  bolt: 'M13 2 5 13.500h5L9 22l9-12.500h-5.500z',
  bug: 'M9.500 3.500 8 2 6.800 3.200l1.700 1.700A4.500 4.500 0 0 0 7.600 7.500h8.800a4.500 4.500 0 0 0-.9-2.600l1.700-1.700L16 2l-1.500 1.500a5.300 5.300 0 0 0-5 0M2 8.500v2h3.100q-.1.700-.1 1.500H2v2h3.100q.2 1.300.7 2.300L3 18.600l1.400 1.400 2.600-2.500A6.500 6.500 0 0 0 11 20V9.500H5.600L5.300 8.500zm20 0h-3.300l-.3 1H13V20a6.500 6.500 0 0 0 4-2.500l2.600 2.500 1.400-1.400-2.800-2.300q.5-1 .7-2.300H22v-2h-3q0-.8-.1-1.500H22z',
  shield: 'M12 2 4 5v6c0 5 3.400 9.300 8 11 4.600-1.700 8-6 8-11V5z',
  menu: 'M3 5h18v2H3zm0 6h18v2H3zm0 6h18v2H3z',
  close: 'm6.400 5 5.600 5.600L17.600 5 19 6.400 13.400 12l5.600 5.600-1.400 1.400-5.600-5.600L6.400 19 5 17.600l5.600-5.600L5 6.400z',
  plus: 'M11 4h2v7h7v2h-7v7h-2v-7H4v-2h7z',
  window: 'M13 3h8v8h-2V6.400l-8.600 8.600L9 13.600 17.600 5H13zM5 5h5v2H5v12h12v-5h2v5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7c0-1.100.9-2 2-2',
  crown: 'M3 7l4.500 4L12 4l4.500 7L21 7l-2 11H5z',
  down: 'm5 8 7 7 7-7 1.400 1.400L12 17.800 3.600 9.400z',
  reply: 'M10 5v4c7 0 10 4 11 10-2.500-3.500-6-5-11-5v4l-7-6.500z',
  trash: 'M9 3h6l1 2h5v2H3V5h5zM5 8h14l-1 13H6z',
  lock: 'M7 10V8a5 5 0 0 1 10 0v2h1.500c.8 0 1.500.7 1.500 1.500v8c0 .8-.7 1.500-1.500 1.500h-13c-.8 0-1.500-.7-1.500-1.500v-8c0-.8.7-1.500 1.500-1.500zm2 0h6V8a3 3 0 0 0-6 0z',
  file: 'M6 2h8l5 5v15H6zm7 1.500V8h4.500z',
  eye: 'M12 5c5 0 8.500 3.500 10 7-1.500 3.500-5 7-10 7S3.500 15.500 2 12c1.500-3.500 5-7 10-7m0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8',
  send: 'M3 4l18 8-18 8 2.500-7L14 12l-8.500-1z',
  chat: 'M4 4h16c1.100 0 2 .9 2 2v10a2 2 0 0 1-2 2h-8l-6 4v-4H4a2 2 0 0 1-2-2V6c0-1.100.9-2 2-2',
};

/** A picture that only adorns: what it means is said beside it. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  path.setAttribute('fill', 'currentColor');
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}

/** A button with a picture and a name that is read out. */
export function iconButton(name, label, props = {}) {
  const classes = props.class ? `.${props.class}` : '';
  return el(`button.icon-button${classes}`, { type: 'button', title: label, 'aria-label': label, ...props, class: undefined }, icon(name));
}

/** Puts new children in place of the old ones; what had the focus has it again, by its `key`. */
export function refill(parent, ...children) {
  const active = document.activeElement;
  const key = parent.contains(active) ? active.dataset?.key : undefined;
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key !== undefined) find(parent, key)?.focus({ preventScroll: true });
}

/** The element with a key, inside another. */
export function find(parent, key) {
  return [...parent.querySelectorAll('[data-key]')].find((node) => node.dataset.key === key);
}

const HUES = ['#5865f2', '#3ba55c', '#c27c0e', '#ed4245', '#a652bb', '#1f8b8b', '#d1456b', '#4e7aa8'];

/** A round picture for a user: the first letter of the name on a colour of their own. */
export function avatar(user, size = 40) {
  const node = el('span.avatar', { 'aria-hidden': 'true' }, user.is_bot ? icon('bolt') : [...user.name][0] ?? '?');
  node.style.width = `${size}px`;
  node.style.height = `${size}px`;
  node.style.fontSize = `${size * 0.44}px`;
  const hash = user.is_bot ? 0 : [...user.id].reduce((sum, digit) => (sum * 31 + digit.charCodeAt(0)) % 9973, 7);
  node.style.background = HUES[hash % HUES.length];
  return node;
}

/** Compares two of Discord's numbers, which are too long for JavaScript's. */
export function byId(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}
