// A command that is being filled in: its name, and a field for each option.

import { el, iconButton } from './dom.js';
import { acting, post, Refused } from './link.js';
import { openModal } from './modal.js';
import { Menu } from './popup.js';
import { emit, place, store, user } from './store.js';
import { refusal, say } from './words.js';

/** Typing pauses before the bot is asked for choices, in milliseconds. */
const PAUSE_MS = 150;
const ATTACHMENT = 11;

/** The form of a command in the place of the text field. `leave` goes back to it. */
export function commandForm(command, host, leave) {
  const fields = new Map();
  const row = el('div.command-options');
  const more = el('div.command-more', { role: 'group', 'aria-label': say('more-options') });
  const about = el('div.command-about');
  const fault = el('div.command-fault', { role: 'alert' });
  const form = el(
    'form.command',
    {
      'aria-label': `/${command.shown}`,
      onsubmit: (event) => {
        event.preventDefault();
        send();
      },
    },
    el('div.command-head', {}, about, iconButton('close', say('leave-command'), { onclick: () => leave('') })),
    fault,
    el('div.command-line', {}, el('span.command-name', {}, `/${command.shown}`), row, more, el('button.icon-button.send', { type: 'submit', title: say('send-command'), 'aria-label': say('send-command') }, iconButton('send', '').firstChild)),
  );

  const shownAbout = (option) => {
    about.textContent = option ? say('option-of', { option: option.shown, about: option.description }) : command.description;
  };

  const addField = (option, { focus = true } = {}) => {
    const field = optionField(command, option, host, fields, {
      onEmptyBackspace: () => {
        if (option.required && fields.size > 0 && [...fields.keys()][0] !== option.name) return;
        if (option.required || fields.size === 1) leave(`/${command.shown}`);
        else remove(option);
      },
      onFocus: () => shownAbout(option),
      onSubmit: () => send(),
      onNext: () => next(option),
      onLeave: () => leave(''),
    });
    fields.set(option.name, field);
    row.append(field.node);
    fillMore();
    if (focus) field.input.focus();
  };

  const remove = (option) => {
    const field = fields.get(option.name);
    fields.delete(option.name);
    field.close();
    field.node.remove();
    fillMore();
    const last = [...fields.values()].at(-1);
    if (last) last.input.focus();
    else (more.querySelector('button') ?? form.querySelector('.send')).focus();
  };

  /** After a choice: the next field, if one is empty still. */
  const next = (option) => {
    const names = [...fields.keys()];
    const following = names.slice(names.indexOf(option.name) + 1).map((name) => fields.get(name));
    const empty = following.find((field) => field.isEmpty());
    empty?.input.focus();
  };

  const fillMore = () => {
    const left = command.options.filter((option) => !fields.has(option.name));
    more.replaceChildren(
      ...left.map((option) =>
        el('button.command-add', { type: 'button', title: option.description, onclick: () => addField(option), onfocus: () => shownAbout(option) }, `+ ${option.shown}`),
      ),
    );
  };

  const send = async () => {
    fault.textContent = '';
    const options = [];
    for (const option of command.options) {
      const field = fields.get(option.name);
      if (!field || (field.isEmpty() && !option.required)) continue;
      const { value, wrong } = field.read();
      if (wrong) {
        fault.textContent = wrong;
        field.input.focus();
        return;
      }
      options.push({ name: option.name, type: option.type, value });
    }
    const pending = { channel: store.channel, shown: command.shown };
    leave('');
    store.pending.push(pending);
    emit('pending');
    emit('to-end');
    const drop = () => {
      store.pending = store.pending.filter((one) => one !== pending);
      emit('pending');
    };
    try {
      const used = await post('/api/slash', { channel: pending.channel, command: command.name, options });
      if (used.outcome === 'failed') {
        pending.failure = say('no-response');
        emit('pending');
        return;
      }
      drop();
      if (used.modal) openModal(used.modal);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      pending.failure = `${refusal(error.word)} (${error.message})`;
      emit('pending');
    }
  };

  const required = command.options.filter((option) => option.required);
  for (const option of required) addField(option, { focus: false });
  fillMore();
  shownAbout(required[0]);
  return {
    node: form,
    focus: () => ([...fields.values()][0]?.input ?? form.querySelector('.send')).focus(),
    close: () => {
      for (const field of fields.values()) field.close();
    },
  };
}

/** The field of one option, with what it offers. */
function optionField(command, option, host, fields, calls) {
  const input = el('input.option-input', {
    type: 'text',
    inputmode: option.type === 4 ? 'numeric' : option.type === 10 ? 'decimal' : undefined,
    'aria-label': say('option-of', { option: option.shown, about: option.description }),
    'aria-required': String(option.required),
    placeholder: option.required ? '' : say('optional'),
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: option.max_length ? String(option.max_length) : undefined,
  });
  const node = el(`label.option${option.required ? '.required' : ''}`, {}, el('span.option-name', {}, option.shown), input);
  let chosen;
  let asked = 0;
  let timer;
  const menu = new Menu(input, host, (value, item) => {
    chosen = { value, label: item.label };
    input.value = item.label;
    size();
    menu.close();
    calls.onNext();
  });
  const size = () => {
    input.style.width = `${Math.max(3, [...input.value].reduce((sum, character) => sum + (character.charCodeAt(0) > 0x2e7f ? 2 : 1), 0) + 2)}ch`;
    if (!input.value && input.placeholder) input.style.width = '8ch';
  };
  const fitting = (items) => {
    const words = (chosen ? '' : input.value).trim().toLowerCase();
    return items.filter((item) => item.label.toLowerCase().includes(words)).slice(0, 25);
  };
  const own = () => {
    const guild = place(store.channel)?.guild;
    switch (option.type) {
      case 5:
        return [{ value: true, label: say('yes') }, { value: false, label: say('no') }];
      case 6:
        return (guild ? guild.members.map((member) => user(member.id)) : [user(acting), user(store.scene.bot)]).filter(Boolean).map((known) => ({ value: known.id, label: known.name }));
      case 7:
        return (guild?.channels ?? []).map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
      case 8:
        return (guild?.roles ?? []).map((role) => ({ value: role.id, label: role.id === guild.id ? `@${say('everyone')}` : `@${role.name}` }));
      default:
        return option.choices.length > 0 ? option.choices.map((choice) => ({ value: choice.value, label: choice.name })) : undefined;
    }
  };
  const title = option.shown;
  const offer = () => {
    if (option.autocomplete) {
      clearTimeout(timer);
      timer = setTimeout(complete, menu.isOpen ? PAUSE_MS : 0);
      return;
    }
    const items = own();
    if (items) menu.show(title, fitting(items));
    else menu.close();
  };
  const complete = async () => {
    asked += 1;
    const number = asked;
    if (!menu.isOpen) menu.show(title, [], { words: say('loading-options') });
    const options = command.options
      .filter((other) => fields.has(other.name) && (other.name === option.name || !fields.get(other.name).isEmpty()))
      .map((other) => ({ name: other.name, type: other.type, value: other.name === option.name ? String(chosen?.value ?? input.value) : fields.get(other.name).read().value ?? '' }));
    let items = [];
    let words = '';
    try {
      const { choices } = await post('/api/complete', { channel: store.channel, command: command.name, options, focused: option.name });
      items = choices.map((choice) => ({ value: choice.value, label: choice.name }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      words = say('no-choices');
    }
    // An older question's answer, or one that comes when the field is left, is of no use.
    if (number === asked && document.activeElement === input) menu.show(title, items, { words });
  };
  input.addEventListener('focus', () => {
    calls.onFocus();
    offer();
  });
  input.addEventListener('blur', () => {
    asked += 1;
    menu.close();
  });
  input.addEventListener('input', () => {
    chosen = undefined;
    size();
    offer();
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    // A choice that stands is not chosen again: Enter sends, Tab goes on.
    const stands = chosen !== undefined && ['Enter', 'Tab'].includes(event.key);
    if (stands) menu.close();
    if (menu.key(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      calls.onSubmit();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      calls.onLeave();
    } else if (event.key === 'Backspace' && input.value === '') {
      event.preventDefault();
      calls.onEmptyBackspace();
    }
  });
  size();
  const read = () => {
    const text = input.value.trim();
    if (option.type === ATTACHMENT) return { wrong: say('attachment-option') };
    if (text === '') return { wrong: say('fill-in', { option: option.shown }) };
    if (chosen) return { value: chosen.value };
    const items = own();
    if (items) {
      const same = items.find((item) => item.label.toLowerCase() === text.toLowerCase());
      return same ? { value: same.value } : { wrong: `${option.shown}: ${refusal('bad-value')}` };
    }
    if (option.type === 4 || option.type === 10) {
      const number = Number(text);
      const fits = option.type === 10 ? Number.isFinite(number) : Number.isSafeInteger(number);
      return fits ? { value: number } : { wrong: `${option.shown}: ${refusal('bad-value')}` };
    }
    return { value: text };
  };
  return { node, input, read, isEmpty: () => input.value.trim() === '', close: () => menu.node.remove() };
}
