// One message.

import { avatar, el, icon, iconButton } from './dom.js';
import { components } from './component.js';
import { embed, ownPath } from './embed.js';
import { acting, post } from './link.js';
import { markdown, plain } from './markdown.js';
import { picture } from './picture.js';
import { attempt, emit, place, store, user } from './store.js';
import { format, heading } from './time.js';
import { say } from './words.js';

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const THREAD_CREATED = 18;
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

const isEphemeral = (message) => (message.flags & EPHEMERAL) !== 0;
const isLoading = (message) => (message.flags & LOADING) !== 0;
const isAnswer = (message) => Boolean(message.referenced_message || message.commanded);

/** Whether a message stands under the one before without a head of its own. */
export function isGrouped(before, message) {
  const gap = before ? Date.parse(message.timestamp) - Date.parse(before.timestamp) : Infinity;
  return (
    before !== undefined &&
    before.author.id === message.author.id &&
    gap < 7 * 60 * 1000 &&
    !isAnswer(message) &&
    before.type !== THREAD_CREATED &&
    message.type !== THREAD_CREATED &&
    isEphemeral(before) === isEphemeral(message)
  );
}

/** The element of a message. */
export function messageNode(message, names) {
  const author = user(message.author.id) ?? { ...message.author, name: message.author.username, is_bot: message.author.bot };
  const sent = Date.parse(message.timestamp);
  if (message.type === THREAD_CREATED) return system(message, author, names);
  const classes = [message.pings_me && '.pings-me', isEphemeral(message) && '.ephemeral', isAnswer(message) && '.answer'].filter(Boolean);
  const nameId = `author-${message.id}`;
  return el(
    `article.message${classes.join('')}`,
    { 'aria-labelledby': nameId, 'aria-roledescription': 'message', 'data-id': message.id, tabIndex: -1 },
    answered(message, names),
    el('div.message-avatar', {}, avatar(author)),
    el('time.message-hover-time', { datetime: message.timestamp, 'aria-hidden': 'true' }, format(sent, { timeStyle: 'short' })),
    el(
      'div.message-body',
      {},
      el(
        'header.message-head',
        { id: nameId },
        el(`span.author${author.is_bot ? '.bot' : ''}`, {}, author.name),
        author.is_bot && el('span.tag', {}, say('app')),
        el('time.message-time', { datetime: message.timestamp, title: format(sent, { dateStyle: 'full', timeStyle: 'short' }) }, heading(sent)),
      ),
      content(message, author, names),
      message.attachments.filter((file) => !isUsedInside(message, file)).map(attachment),
      (message.embeds ?? []).map((data) => embed(data, names)),
      el('div.components', {}, components(message, names)),
      foot(message),
    ),
    toolbar(message, author),
  );
}

function isUsedInside(message, file) {
  return [...(message.embeds ?? [])].some((data) => [data.image?.url, data.thumbnail?.url].includes(file.url));
}

function content(message, author, names) {
  if (isLoading(message)) {
    return el('div.content.thinking', { role: 'status' }, el('span.dots', { 'aria-hidden': 'true' }, el('i'), el('i'), el('i')), say('thinking', { name: author.name }));
  }
  const edited = message.edited_timestamp && el('span.edited', { title: format(Date.parse(message.edited_timestamp), { dateStyle: 'full', timeStyle: 'short' }) }, say('edited'));
  if (message.content === '') return edited && el('div.content', {}, edited);
  const parts = markdown(message.content, names);
  const last = parts.at(-1);
  if (edited) {
    if (last?.className === 'paragraph') last.append(' ', edited);
    else parts.push(edited);
  }
  return el('div.content', {}, parts);
}

/** The small line above: which message or command this one answers. */
function answered(message, names) {
  if (message.type === 19) {
    const to = message.referenced_message;
    const words = to ? [avatar(user(to.author.id) ?? to.author, 16), el('b', {}, user(to.author.id)?.name ?? to.author.username), el('span.reply-text', {}, plain(to.content, names) || say('picture'))] : el('i', {}, say('gone-message'));
    return el('button.reply-line', { type: 'button', onclick: () => to && emit('show-message', to.id) }, words);
  }
  if (!message.commanded) return undefined;
  const by = message.interaction_metadata?.user;
  const who = by && (user(by.id) ?? { ...by, name: by.username });
  return el('div.reply-line', {}, who && [avatar(who, 16), el('b', {}, who.name)], el('span', {}, say('used')), el('span.mention', {}, `/${message.commanded}`));
}

function attachment(file) {
  const path = ownPath(file.url);
  if (PICTURES.includes(file.content_type)) {
    return picture({ path, alt: file.description, width: file.width, height: file.height });
  }
  const kilobytes = file.size / 1024;
  const size = kilobytes < 1 ? `${file.size} B` : kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(2)} MB`;
  return el(
    'div.file',
    {},
    icon('file'),
    el('div', {}, el('a', { href: path, download: file.filename, 'aria-label': say('download', { name: file.filename }), title: file.description }, file.filename), el('div.file-size', {}, size)),
  );
}

function foot(message) {
  const note = store.notes.get(message.id);
  return [
    note && el('div.failure', { role: 'alert' }, note),
    isEphemeral(message) &&
      el(
        'div.only-you',
        {},
        icon('eye'),
        `${say('only-you')} • `,
        el('button.link-button', { type: 'button', key: `dismiss-${message.id}`, onclick: () => attempt(() => post('/api/dismiss', { message: message.id })) }, say('dismiss')),
      ),
  ];
}

function toolbar(message, author) {
  if (isEphemeral(message) || isLoading(message)) return undefined;
  const isDirect = place(message.channel_id)?.guild === undefined;
  return el(
    'div.toolbar',
    {},
    iconButton('reply', say('reply'), { onclick: () => emit('reply', { id: message.id, name: author.name }) }),
    !isDirect && iconButton('trash', say('delete-as-moderator'), { class: 'danger', onclick: () => attempt(() => post('/api/trouble', { kind: 'delete-message', message: message.id })) }),
  );
}

function system(message, author, names) {
  return el(
    'article.message.system',
    { 'data-id': message.id },
    el('div.message-avatar', {}, icon('thread')),
    el('div.message-body', {}, el('b', {}, author.name), ' ', say('started-thread'), ' ', markdown(message.content, names), ' ', el('time.message-time', { datetime: message.timestamp }, heading(Date.parse(message.timestamp)))),
  );
}

/** What stands for a command that is on its way, or got no answer. */
export function pendingNode(pending) {
  const author = user(acting);
  return el(
    `article.message.pending${pending.failure ? '.failed' : ''}`,
    {},
    el('div.reply-line', {}, avatar(author, 16), el('b', {}, author.name), el('span', {}, say('used')), el('span.mention', {}, `/${pending.shown}`)),
    el('div.message-avatar', {}, avatar(user(store.scene.bot))),
    el(
      'div.message-body',
      {},
      el('header.message-head', {}, el('span.author.bot', {}, user(store.scene.bot).name), el('span.tag', {}, say('app'))),
      pending.failure
        ? el('div.failure', { role: 'alert' }, pending.failure, ' • ', el('button.link-button', { type: 'button', onclick: () => emit('drop-pending', pending) }, say('dismiss')))
        : el('div.content.thinking', { role: 'status' }, say('sending')),
    ),
  );
}
