// What the tab knows, and who wants to hear of it.

import { acting, Refused } from './link.js';
import { toast } from './popup.js';
import { refusal } from './words.js';

export const store = {
  /** What stands around the messages, as the server tells it. */
  scene: undefined,
  /** The channel that is shown. */
  channel: undefined,
  /** Its messages by number. */
  messages: new Map(),
  /** Presses that wait for their outcome: `message/custom id`. */
  busy: new Set(),
  /** What stands under a message for this user alone, such as a failure. */
  notes: new Map(),
  /** Commands on their way, and those that got no answer. */
  pending: [],
  /** The message that is being answered. */
  replyTo: undefined,
};

const listeners = new Map();

/** Calls back whenever something of that name happens. */
export function on(name, call) {
  listeners.set(name, [...(listeners.get(name) ?? []), call]);
}

export function emit(name, value) {
  for (const call of listeners.get(name) ?? []) call(value);
}

export function user(id) {
  return store.scene?.users.find((known) => known.id === id);
}

export function me() {
  return user(acting);
}

/** The channel with a number, with its server: `{ channel, guild }`. */
export function place(id) {
  const scene = store.scene;
  if (scene === undefined || id === undefined) return undefined;
  if (scene.direct?.id === id) return { channel: scene.direct, guild: undefined };
  for (const guild of scene.guilds) {
    const channel = guild.channels.find((known) => known.id === id);
    if (channel) return { channel, guild };
  }
  return undefined;
}

/** What mentions in a text stand for. */
export function names(openChannel) {
  return {
    user: (id) => user(id)?.name,
    role: (id) => store.scene.guilds.flatMap((guild) => guild.roles).find((role) => role.id === id)?.name,
    channel: (id) => place(id)?.channel.name,
    isMe: (id) => id === acting,
    openChannel,
  };
}

/** Does something and tells the person why it was refused, if it was. Gives the answer, or nothing. */
export async function attempt(deed) {
  try {
    return await deed();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(`${refusal(error.word)} (${error.message})`);
    return undefined;
  }
}
