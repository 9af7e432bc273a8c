// Embeds.

import { el } from './dom.js';
import { markdown } from './markdown.js';
import { picture } from './picture.js';
import { format } from './time.js';
import { say } from './words.js';

/** The path on this page of one of the stand-in's own files; nothing for addresses elsewhere. */
export function ownPath(url) {
  try {
    const { pathname, protocol } = new URL(url);
    return /^https?:$/.test(protocol) && pathname.startsWith('/attachments/') ? pathname : undefined;
  } catch {
    return undefined;
  }
}

function isWeb(url) {
  return typeof url === 'string' && /^https?:\/\//.test(url);
}

function linked(text, url, tag) {
  return el(tag, {}, isWeb(url) ? el('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }, text) : text);
}

function image(source, tag) {
  if (!source?.url) return undefined;
  const path = ownPath(source.url);
  if (path === undefined) return el('div.outside', {}, say('outside-picture', { url: source.url }));
  return el(tag, {}, picture({ path, alt: '', width: source.width, height: source.height }));
}

export function embed(data, names) {
  const box = el(
    'article.embed',
    {},
    el(
      'div.embed-body',
      {},
      data.author?.name && linked(data.author.name, data.author.url, 'div.embed-author'),
      data.title && linked(data.title, data.url, 'div.embed-title'),
      data.description && el('div.embed-text', {}, markdown(data.description, names)),
      data.fields?.length > 0 &&
        el(
          'div.embed-fields',
          {},
          data.fields.map((field) =>
            el(`div.embed-field${field.inline ? '.inline' : ''}`, {}, el('div.embed-name', {}, markdown(field.name, names)), el('div', {}, markdown(field.value, names))),
          ),
        ),
      image(data.image, 'div.embed-image'),
      footer(data),
    ),
    image(data.thumbnail, 'div.embed-thumbnail'),
  );
  if (Number.isInteger(data.color) && data.color > 0) box.style.borderInlineStartColor = `#${data.color.toString(16).padStart(6, '0')}`;
  return box;
}

function footer(data) {
  const when = data.timestamp && !Number.isNaN(Date.parse(data.timestamp)) ? format(Date.parse(data.timestamp), { dateStyle: 'short', timeStyle: 'short' }) : undefined;
  const parts = [data.footer?.text, when].filter(Boolean);
  return parts.length > 0 && el('div.embed-footer', {}, parts.join(' • '));
}
