// Modals.

import { el, icon } from './dom.js';
import { post } from './link.js';
import { attempt, emit } from './store.js';
import { say } from './words.js';

/** Opens a modal over the page. */
export function openModal(modal) {
  const inputs = modal.inputs.map(field);
  const fault = el('p.modal-fault', { role: 'alert' });
  const submit = el('button.component-button.primary', { type: 'submit' }, say('submit'));
  let isSent = false;
  const form = el(
    'form.modal-form',
    {
      onsubmit: async (event) => {
        event.preventDefault();
        const wrong = inputs.find((input) => !input.check());
        if (wrong) {
          wrong.node.focus();
          return;
        }
        submit.disabled = true;
        fault.textContent = '';
        const texts = inputs.map((input) => [input.data.custom_id, input.node.value]);
        const used = await attempt(() => post('/api/submit', { interaction: modal.interaction, texts }));
        submit.disabled = false;
        if (used === undefined || used.outcome === 'failed') {
          fault.textContent = say('modal-failed');
          return;
        }
        isSent = true;
        dialog.close();
        emit('modal-sent');
      },
    },
    el('header', {}, el('h2', { id: 'modal-title' }, modal.title), el('button.icon-button', { type: 'button', 'aria-label': say('close'), onclick: () => dialog.close() }, icon('close'))),
    el('div.modal-fields', {}, inputs.map((input) => input.whole)),
    fault,
    el('footer', {}, el('button.component-button.plain', { type: 'button', onclick: () => dialog.close() }, say('cancel')), submit),
  );
  const dialog = el('dialog.modal', { 'aria-labelledby': 'modal-title' }, form);
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (!isSent) attempt(() => post('/api/close-modal', {}));
  });
  document.getElementById('layer').append(dialog);
  dialog.showModal();
  inputs[0]?.node.focus();
}

function field(data, index) {
  const id = `modal-input-${index}`;
  const props = {
    id,
    placeholder: data.placeholder || undefined,
    maxlength: String(data.max_length),
    'aria-required': String(data.is_required),
    'aria-describedby': `${id}-note`,
    value: data.value,
    autocomplete: 'off',
  };
  const node = data.is_paragraph ? el('textarea', { ...props, rows: '4' }) : el('input', { ...props, type: 'text' });
  const note = el('span.field-note', { id: `${id}-note`, 'aria-live': 'polite' });
  const check = () => {
    const length = [...node.value].length;
    const isShort = length < data.min_length && (data.is_required || length > 0);
    const isMissing = data.is_required && length === 0;
    note.textContent = isMissing ? say('fill-in', { option: data.label }) : isShort ? say('too-short', { min: data.min_length }) : '';
    node.setAttribute('aria-invalid', String(isMissing || isShort));
    return !isMissing && !isShort;
  };
  node.addEventListener('input', () => note.textContent !== '' && check());
  const whole = el('div.field', {}, el('label', { for: id }, data.label, data.is_required && el('span.star', { title: say('required') }, ' *')), node, note);
  return { data, node, whole, check };
}
