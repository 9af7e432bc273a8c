// The field at the foot: messages, files, commands.

import { avatar, el, icon, iconButton, refill } from './dom.js';
import { commandForm } from './command.js';
import { acting, get, post } from './link.js';
import { Menu } from './popup.js';
import { attempt, emit, on, place, store, user } from './store.js';
import { say } from './words.js';

const MOST = 2000;

export function composer() {
  const host = el('div.menus');
  const reply = el('div.reply-bar', { hidden: true });
  const files = el('ul.outgoing', { hidden: true });
  const picker = el('input', { type: 'file', multiple: true, hidden: true, 'aria-hidden': 'true', tabIndex: -1 });
  const text = el('textarea.text', { rows: '1', maxlength: String(MOST), autocomplete: 'off' });
  const attach = iconButton('plus', '', { class: 'attach', onclick: () => picker.click() });
  const send = iconButton('send', '', { class: 'send', onclick: () => submit() });
  const line = el('div.text-line', {}, attach, text, send);
  const box = el('div.composer-box', {}, reply, files, line);
  const whole = el('div.composer', {}, host, box, picker);
  let outgoing = [];
  let commands = [];
  let form;
  let isAway = true;

  const menu = new Menu(text, host, (value) => (value.command ? enter(value.command) : mention(value.user)));

  const grow = () => {
    text.style.height = 'auto';
    text.style.height = `${Math.min(text.scrollHeight, innerHeight / 2)}px`;
  };

  const enter = (command) => {
    menu.close();
    text.value = '';
    grow();
    form = commandForm(command, host, (typed) => leave(typed));
    line.replaceWith(form.node);
    form.focus();
  };

  const leave = (typed) => {
    if (!form) return;
    form.close();
    form.node.replaceWith(line);
    form = undefined;
    text.value = typed;
    grow();
    text.focus();
    offer();
  };

  /** The commands whose names hold all the typed words. */
  const fitting = (typed) => {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (command) => words.every((word) => `${command.shown} ${command.name}`.toLowerCase().includes(word));
    return commands.filter(fits);
  };

  /** Asks for the commands of the channel again; those known so far serve meanwhile. */
  const refresh = async () => {
    const channel = store.channel;
    if (channel === undefined) return;
    const fresh = (await get(`/api/commands?as=${acting}&channel=${channel}`)) ?? [];
    if (channel !== store.channel || JSON.stringify(fresh) === JSON.stringify(commands)) return;
    commands = fresh;
    if (text.value.startsWith('/') && text.isConnected) offer();
  };

  const offer = () => {
    const typed = text.value;
    if (typed.startsWith('/') && !typed.includes('\n')) {
      if (isAway) {
        isAway = false;
        refresh();
      }
      const wanted = typed.slice(1).trim().toLowerCase();
      const whole = commands.find((command) => [command.name, command.shown].some((name) => name.toLowerCase() === wanted));
      if (whole && typed.endsWith(' ')) {
        enter(whole);
        return;
      }
      const bot = user(store.scene.bot);
      const items = fitting(wanted).map((command) => ({
        value: { command },
        label: `/${command.shown}`,
        note: command.description,
        badge: command.options.filter((option) => option.required).map((option) => option.shown).join(' '),
        picture: avatar(bot, 24),
      }));
      menu.show(say('commands'), items);
      return;
    }
    isAway = true;
    const found = /(?:^|\s)@([^\s@]{0,32})$/.exec(typed.slice(0, text.selectionStart));
    const guild = place(store.channel)?.guild;
    if (found && guild) {
      const words = found[1].toLowerCase();
      const members = guild.members.map((member) => user(member.id)).filter((known) => known && known.name.toLowerCase().includes(words));
      if (members.length > 0) {
        menu.show(say('members'), members.slice(0, 10).map((known) => ({ value: { user: known }, label: known.name, picture: avatar(known, 24) })));
        return;
      }
    }
    menu.close();
  };

  const mention = (known) => {
    const at = text.selectionStart;
    const before = text.value.slice(0, at).replace(/@[^\s@]*$/, `@${known.name} `);
    text.value = before + text.value.slice(at);
    text.selectionStart = text.selectionEnd = before.length;
    menu.close();
    text.focus();
  };

  /** The text as it is sent: names of members become mentions. */
  const written = () => {
    const members = (place(store.channel)?.guild?.members ?? []).map((member) => user(member.id)).filter(Boolean);
    members.sort((a, b) => b.name.length - a.name.length);
    return members.reduce((words, known) => words.replaceAll(`@${known.name}`, `<@${known.id}>`), text.value.trim());
  };

  const submit = async () => {
    // A command that was typed faster than the list of commands came is a command still.
    if (text.value.startsWith('/') && commands.length === 0) {
      await refresh();
      if (menu.isOpen && menu.items.length > 0) {
        menu.pick();
        return;
      }
    }
    const content = written();
    if (content === '' && outgoing.length === 0) return;
    const sent = { channel: store.channel, content, files: outgoing, reply_to: store.replyTo?.id };
    const kept = [text.value, outgoing];
    text.value = '';
    outgoing = [];
    grow();
    showFiles();
    if (await attempt(() => post('/api/say', sent))) {
      emit('reply', undefined);
      emit('to-end');
    } else {
      [text.value, outgoing] = kept;
      showFiles();
    }
  };

  const showFiles = () => {
    files.hidden = outgoing.length === 0;
    refill(
      files,
      outgoing.map((file) => el('li', {}, icon('file'), file.filename, iconButton('close', say('remove-file', { name: file.filename }), { onclick: () => {
        outgoing = outgoing.filter((other) => other !== file);
        showFiles();
      } }))),
    );
  };

  const take = async (list) => {
    for (const file of list) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      let binary = '';
      for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
      outgoing.push({ filename: file.name, content_type: file.type || 'application/octet-stream', base64: btoa(binary) });
    }
    showFiles();
  };
  picker.addEventListener('change', async () => {
    await take(picker.files);
    picker.value = '';
    text.focus();
  });
  text.addEventListener('paste', (event) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take(event.clipboardData.files);
  });
  text.addEventListener('input', () => {
    grow();
    offer();
  });
  text.addEventListener('blur', () => menu.close());
  text.addEventListener('focus', () => offer());
  text.addEventListener('keydown', (event) => {
    if (menu.key(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape' && store.replyTo) {
      emit('reply', undefined);
    }
  });

  const settle = () => {
    const here = place(store.channel);
    const where = here?.guild ? `#${here.channel.name}` : `@${user(store.scene.bot).name}`;
    const may = here?.channel.can_write === true;
    text.disabled = !may;
    send.disabled = !may;
    attach.disabled = !may || here.channel.can_attach === false;
    text.placeholder = !here ? '' : may ? say('message-to', { where }) : say('cannot-write-here');
    text.setAttribute('aria-label', text.placeholder);
    for (const [button, key] of [[attach, 'attach'], [send, 'send']]) {
      button.title = say(key);
      button.setAttribute('aria-label', say(key));
    }
  };
  on('scene', settle);
  on('place', () => {
    leave('');
    isAway = true;
    commands = [];
    refresh();
    emit('reply', undefined);
    settle();
  });
  on('reply', (to) => {
    store.replyTo = to;
    reply.hidden = to === undefined;
    if (!to) return;
    refill(reply, el('span', {}, say('replying', { name: to.name })), iconButton('close', say('cancel-reply'), { onclick: () => emit('reply', undefined) }));
    text.focus();
  });
  // Whoever begins to type means this field.
  document.addEventListener('keydown', (event) => {
    const isFree = document.activeElement === document.body || document.activeElement?.classList.contains('message-pane');
    if (isFree && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) text.focus();
  });
  return whole;
}
