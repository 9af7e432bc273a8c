// Discord's markdown, turned into elements.

import { el } from './dom.js';
import { timestamp } from './time.js';
import { say } from './words.js';

/**
 * The elements for a text.
 * `names` finds what mentions stand for: `{ user(id), role(id), channel(id), openChannel(id) }`.
 */
export function markdown(text, names) {
  return blocks(text.split('\n'), names);
}

function blocks(lines, names) {
  const out = [];
  let plain = [];
  const flush = () => {
    if (plain.length > 0) out.push(el('div.paragraph', {}, inline(plain.join('\n'), names)));
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const fence = /^(.*?)```(.*)$/.exec(line);
    if (fence) {
      const found = fenced(lines, at, fence);
      if (found) {
        if (found.before) plain.push(found.before);
        flush();
        out.push(el('pre.code', {}, el('code', {}, found.code)));
        if (found.after) lines[found.end] = found.after;
        at = found.after ? found.end - 1 : found.end;
        continue;
      }
    }
    const head = /^(#{1,3}) +(.+)$/.exec(line);
    if (head) {
      flush();
      // The page has headings of its own above these.
      out.push(el(`h${head[1].length + 2}.heading-${head[1].length}`, {}, inline(head[2].trim(), names)));
      continue;
    }
    const small = /^-# +(.+)$/.exec(line);
    if (small) {
      flush();
      out.push(el('div.subtext', {}, inline(small[1], names)));
      continue;
    }
    if (line.startsWith('>>> ')) {
      flush();
      const rest = [line.slice(4), ...lines.slice(at + 1)];
      out.push(el('blockquote', {}, blocks(rest, names)));
      break;
    }
    if (/^> /.test(line)) {
      flush();
      const quoted = [];
      while (at < lines.length && /^>( |$)/.test(lines[at])) quoted.push(lines[at++].replace(/^> ?/, ''));
      at -= 1;
      out.push(el('blockquote', {}, blocks(quoted, names)));
      continue;
    }
    if (ITEM.test(line)) {
      flush();
      const items = [];
      const isOrdered = kind(line);
      const goesOn = (next) => (ITEM.test(next) ? /^ /.test(next) || kind(next) === isOrdered : items.length > 0 && /^ {2,}\S/.test(next));
      while (at < lines.length && goesOn(lines[at])) items.push(lines[at++]);
      at -= 1;
      out.push(list(items, names));
      continue;
    }
    plain.push(line);
  }
  flush();
  return out;
}

const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;

/** Whether an item belongs to a numbered list. */
function kind(line) {
  return /^ *\d/.test(line);
}

/** A block of code from ``` to ```, on one line or several. */
function fenced(lines, at, [, before, opening]) {
  const same = opening.indexOf('```');
  if (same >= 0) return { before, code: opening.slice(0, same), after: opening.slice(same + 3), end: at };
  for (let end = at + 1; end < lines.length; end += 1) {
    const close = lines[end].indexOf('```');
    if (close < 0) continue;
    const inner = lines.slice(at + 1, end);
    if (close > 0) inner.push(lines[end].slice(0, close));
    // A word behind the opening names a language, which is not shown.
    if (opening.trim() && !/^[\w+-]+$/.test(opening.trim())) inner.unshift(opening);
    return { before, code: inner.join('\n'), after: lines[end].slice(close + 3), end };
  }
  return undefined;
}

function list(lines, names) {
  const first = ITEM.exec(lines[0]);
  const depth = first[1].length;
  const isOrdered = kind(lines[0]);
  const node = el(isOrdered ? 'ol' : 'ul', isOrdered ? { start: Number.parseInt(first[2], 10) } : {});
  for (let at = 0; at < lines.length; ) {
    const item = ITEM.exec(lines[at]);
    const text = [item ? item[3] : lines[at].trim()];
    at += 1;
    const below = [];
    while (at < lines.length) {
      const next = ITEM.exec(lines[at]);
      if (next && next[1].length <= depth) break;
      if (next || below.length > 0) below.push(lines[at]);
      else text.push(lines[at].trim());
      at += 1;
    }
    node.append(el('li', {}, inline(text.join('\n'), names), below.length > 0 ? list(below, names) : undefined));
  }
  return node;
}

// Tried in this order at each place of a text.
const RULES = [
  [/^\\([^\p{L}\p{N}\s])/u, ([, sign]) => sign],
  [/^(`+)([^]*?[^`])\1(?!`)/, ([, , code]) => el('code.inline', {}, code.replace(/^ (.*`.*) $/, '$1'))],
  [/^<@!?(\d+)>/, ([, id], names) => mention(`@${names.user(id) ?? say('unknown-user')}`, names.isMe?.(id))],
  [/^<@&(\d+)>/, ([, id], names) => mention(`@${names.role(id) ?? say('unknown-role')}`)],
  [/^<#(\d+)>/, ([, id], names) => channelMention(id, names)],
  [/^<\/([^:>]+):\d+>/, ([, name]) => mention(`/${name}`)],
  [/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, ([, seconds, form]) => timestamp(Number(seconds), form)],
  [/^<a?:(\w+):\d+>/, ([, name]) => `:${name}:`],
  [/^@(everyone|here)\b/, ([, word]) => mention(`@${word}`)],
  [/^\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s<>)]+)>?\)/, ([, label, url], names) => anchor(url, inline(label, { ...names, noLinks: true }))],
  [/^<(https?:\/\/[^\s<>]+)>/, ([, url]) => anchor(url, url)],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;"'!?)\]}]/, ([url], names) => (names.noLinks ? url : anchor(url, url))],
  [/^\|\|([^]+?)\|\|/, ([, inner], names) => spoiler(inline(inner, names))],
  [/^\*\*\*((?:\\.|[^\\])+?)\*\*\*(?!\*)/, ([, inner], names) => el('strong', {}, el('em', {}, inline(inner, names)))],
  [/^\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/, ([, inner], names) => el('strong', {}, inline(inner, names))],
  [/^__((?:\\.|[^\\])+?)__(?!_)/, ([, inner], names) => el('u', {}, inline(inner, names))],
  [/^~~((?:\\.|[^\\])+?)~~/, ([, inner], names) => el('s', {}, inline(inner, names))],
  [/^\*(?!\s)((?:\\.|\*\*[^*]+\*\*|[^*\\])+?)(?<!\s)\*(?!\*)/, ([, inner], names) => el('em', {}, inline(inner, names))],
  [/^_((?:\\.|__[^_]+__|[^_\\])+?)_(?![_\p{L}\p{N}])/u, ([, inner], names) => el('em', {}, inline(inner, names))],
];
const MAY_BEGIN = /[\\`<@[h|*_~]/;

function inline(text, names) {
  const out = [];
  let plain = '';
  let rest = text;
  let before = '';
  while (rest !== '') {
    const found = MAY_BEGIN.test(rest[0]) && match(rest, before, names);
    if (found) {
      if (plain !== '') out.push(...breaks(plain));
      plain = '';
      out.push(found.node);
      before = rest[found.length - 1];
      rest = rest.slice(found.length);
    } else {
      const [character] = rest;
      plain += character;
      before = character;
      rest = rest.slice(character.length);
    }
  }
  if (plain !== '') out.push(...breaks(plain));
  return out;
}

function match(rest, before, names) {
  // An underscore or address inside a word is none.
  if (/[_h]/.test(rest[0]) && /[\p{L}\p{N}_]/u.test(before)) return undefined;
  for (const [pattern, build] of RULES) {
    const found = pattern.exec(rest);
    if (found) return { node: build(found, names), length: found[0].length };
  }
  return undefined;
}

function breaks(text) {
  return text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [document.createElement('br'), line]));
}

function mention(text, isMe) {
  return el(`span.mention${isMe ? '.me' : ''}`, {}, text);
}

function channelMention(id, names) {
  const name = names.channel(id);
  if (name === undefined) return mention(`#${say('unknown-channel')}`);
  return el('button.mention.link', { type: 'button', onclick: () => names.openChannel(id) }, `#${name}`);
}

function anchor(url, children) {
  return el('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow', title: url }, children);
}

function spoiler(children) {
  const inner = el('span.spoiler-inner', { 'aria-hidden': 'true' }, children);
  const node = el('span.spoiler', { role: 'button', tabIndex: 0, 'aria-label': say('spoiler') }, inner);
  const open = () => {
    node.classList.add('open');
    for (const name of ['role', 'tabindex', 'aria-label']) node.removeAttribute(name);
    inner.removeAttribute('aria-hidden');
  };
  node.addEventListener('click', open);
  node.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open();
    }
  });
  return node;
}

/** The text without its signs, for one line. */
export function plain(text, names) {
  const node = el('div', {}, markdown(text, names));
  return node.textContent.replace(/\s+/g, ' ').trim();
}
