// Pictures: shown as small as Discord shows them, whole at a press.

import { el, icon } from './dom.js';
import { openPanel } from './popup.js';
import { say } from './words.js';

/** The most that Discord gives a picture in a message, in CSS pixels. */
const WIDTH = 550;
const HEIGHT = 350;

/** A picture: `{ path, alt, width, height }`. */
export function picture({ path, alt, width, height }) {
  const image = el('img', { src: path, alt: alt || say('picture'), title: alt || undefined, loading: 'lazy', decoding: 'async' });
  if (width > 0 && height > 0) {
    const scale = Math.min(1, WIDTH / width, HEIGHT / height);
    image.width = Math.round(width * scale);
    image.height = Math.round(height * scale);
  }
  const open = el('button.picture-open', { type: 'button', key: `picture-${path}`, 'aria-label': say('enlarge', { alt: alt || say('no-alt') }), onclick: () => enlarge(path, alt) }, image);
  const badge =
    alt &&
    el(
      'button.picture-alt',
      {
        type: 'button',
        'aria-haspopup': 'dialog',
        title: alt,
        onclick: (event) => openPanel(event.currentTarget, say('alt-title'), [el('h3', {}, say('alt-title')), el('p.alt-text', {}, alt)]),
      },
      say('alt'),
    );
  return el('div.picture', {}, open, badge);
}

function enlarge(path, alt) {
  const dialog = el(
    'dialog.lightbox',
    { 'aria-label': alt || say('picture') },
    el('button.lightbox-close', { type: 'button', 'aria-label': say('close'), onclick: () => dialog.close() }, icon('close')),
    el('figure', {}, el('img', { src: path, alt: alt || say('picture') }), el('figcaption', {}, alt && el('p', {}, alt), el('a', { href: path, target: '_blank' }, say('open-original')))),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog || event.target.tagName === 'FIGURE') dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.getElementById('layer').append(dialog);
  dialog.showModal();
}
