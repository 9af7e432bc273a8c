// Things that float above the page: panels beside a button, and lists that a field steers.

import { el } from './dom.js';
import { say } from './words.js';

let count = 0;

/** Opens a panel beside a button. It closes on Escape, on a press elsewhere, or by the function given back. */
export function openPanel(anchor, label, content, { wide = false, onClose = () => {} } = {}) {
  const layer = document.getElementById('layer');
  const panel = el(`div.panel${wide ? '.wide' : ''}`, { role: 'dialog', 'aria-label': label, tabIndex: -1 }, content);
  const close = ({ refocus = true } = {}) => {
    if (!panel.isConnected) return;
    document.removeEventListener('pointerdown', outside, true);
    panel.remove();
    anchor.setAttribute('aria-expanded', 'false');
    onClose();
    if (refocus && anchor.isConnected) anchor.focus();
  };
  const outside = (event) => {
    if (!panel.contains(event.target) && !anchor.contains(event.target)) close({ refocus: false });
  };
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  });
  anchor.setAttribute('aria-expanded', 'true');
  layer.append(panel);
  place(panel, anchor);
  document.addEventListener('pointerdown', outside, true);
  (panel.querySelector('[data-first]') ?? panel).focus();
  return close;
}

function place(panel, anchor) {
  const box = anchor.getBoundingClientRect();
  const margin = 8;
  const width = panel.offsetWidth;
  const height = panel.offsetHeight;
  const left = Math.min(Math.max(margin, box.left), innerWidth - width - margin);
  const below = box.bottom + 4;
  const isRoomBelow = below + height + margin <= innerHeight;
  const top = isRoomBelow ? below : Math.max(margin, box.top - height - 4);
  panel.style.left = `${Math.max(margin, left)}px`;
  panel.style.top = `${top}px`;
}

/** A list of choices above or below a field that keeps the focus; the field's keys steer it. */
export class Menu {
  /** `input` is the field, `host` the element that the list is put into. */
  constructor(input, host, onPick) {
    this.input = input;
    this.onPick = onPick;
    this.items = [];
    this.at = -1;
    count += 1;
    this.id = `menu-${count}`;
    this.list = el('div.menu-list', { role: 'listbox', id: this.id });
    this.title = el('div.menu-title');
    this.node = el('div.menu', { hidden: true }, this.title, this.list);
    this.node.addEventListener('pointerdown', (event) => event.preventDefault());
    host.append(this.node);
    for (const [name, value] of [['role', 'combobox'], ['aria-autocomplete', 'list'], ['aria-expanded', 'false'], ['aria-controls', this.id]]) {
      input.setAttribute(name, value);
    }
  }

  get isOpen() {
    return !this.node.hidden;
  }

  /** Shows items `{ value, label, note, badge }`; `words` stand in the list's place when there are none. */
  show(title, items, { words = '', first = 0 } = {}) {
    this.items = items;
    this.title.textContent = title;
    this.list.setAttribute('aria-label', title);
    this.list.replaceChildren(
      ...items.map((item, at) =>
        el(
          'div.menu-item',
          { role: 'option', id: `${this.id}-${at}`, onclick: () => this.pick(at), onpointermove: () => this.point(at) },
          item.picture,
          el('span.menu-label', {}, item.label),
          item.badge && el('span.menu-badge', {}, item.badge),
          item.note && el('span.menu-note', {}, item.note),
        ),
      ),
    );
    if (items.length === 0) this.list.append(el('div.menu-empty', {}, words || say('nothing-found')));
    this.node.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
    this.point(items.length > 0 ? first : -1);
  }

  close() {
    this.node.hidden = true;
    this.items = [];
    this.at = -1;
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }

  point(at) {
    this.at = at;
    [...this.list.children].forEach((child, index) => child.setAttribute('aria-selected', String(index === at)));
    if (at < 0) {
      this.input.removeAttribute('aria-activedescendant');
      return;
    }
    this.input.setAttribute('aria-activedescendant', `${this.id}-${at}`);
    this.list.children[at]?.scrollIntoView({ block: 'nearest' });
  }

  pick(at = this.at) {
    const item = this.items[at];
    if (item) this.onPick(item.value, item);
  }

  /** Handles a key of the field. Says whether it was the list's. */
  key(event) {
    if (!this.isOpen || event.isComposing) return false;
    const last = this.items.length - 1;
    switch (event.key) {
      case 'ArrowDown':
        if (last >= 0) this.point(this.at >= last ? 0 : this.at + 1);
        return true;
      case 'ArrowUp':
        if (last >= 0) this.point(this.at <= 0 ? last : this.at - 1);
        return true;
      case 'PageDown':
        if (last >= 0) this.point(Math.min(last, this.at + 8));
        return true;
      case 'PageUp':
        if (last >= 0) this.point(Math.max(0, this.at - 8));
        return true;
      case 'Enter':
      case 'Tab':
        if (event.shiftKey || this.at < 0) return false;
        this.pick();
        return true;
      case 'Escape':
        this.close();
        return true;
      default:
        return false;
    }
  }
}

let toasts;

/** Says something for a while. */
export function toast(words) {
  if (!toasts) {
    toasts = el('div.toasts', { role: 'status', 'aria-live': 'polite' });
    document.body.append(toasts);
  }
  const node = el('div.toast', {}, words);
  toasts.append(node);
  setTimeout(() => node.remove(), 6000);
}
