import { oneLine } from '../text/harmless.ts';
import type { Key } from './key.ts';
import { type Effect, type Model, type Prompt, type Step, stay, withNotice } from './model.ts';

/** A line longer than this is no line; the conductor bounds what it takes as well. */
const LONGEST = 4_000;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

type LinePrompt = Extract<Prompt, { kind: 'line' }>;

/** A key while the last line asks for something. */
export function promptKey(model: Model, prompt: Prompt, key: Key): Step {
  if ('name' in key && (key.name === 'escape' || key.name === 'interrupt'))
    return stay(withNotice({ ...model, prompt: null }, 'Nothing was done.', 'dim'));
  return prompt.kind === 'confirm' ? confirmKey(model, prompt, key) : lineKey(model, prompt, key);
}

/** Only `y` is a yes: Enter may have been meant for something else. */
function confirmKey(model: Model, { yes }: Extract<Prompt, { kind: 'confirm' }>, key: Key): Step {
  if (!('char' in key)) return stay(model);
  const closed = { ...model, prompt: null };
  if (key.char === 'y' || key.char === 'Y') return { model: closed, effects: [yes] };
  return stay(withNotice(closed, 'Nothing was done.', 'dim'));
}

function lineKey(model: Model, prompt: LinePrompt, key: Key): Step {
  if ('name' in key && key.name === 'enter') return submit({ ...model, prompt: null }, prompt);
  return stay({ ...model, prompt: { ...prompt, text: edited(prompt.text, key) } });
}

function edited(text: string, key: Key): string {
  if ('char' in key) return (text + key.char).slice(0, LONGEST);
  if (key.name === 'backspace')
    return [...graphemes.segment(text)]
      .slice(0, -1)
      .map(({ segment }) => segment)
      .join('');
  if (key.name === 'clear-line') return '';
  return key.name === 'drop-word' ? text.replace(/\S+\s*$/u, '') : text;
}

/** Pasted text never presses keys: it goes into the line that is being written, or nowhere. */
export function promptPaste(model: Model, text: string): Model {
  const { prompt } = model;
  if (prompt?.kind !== 'line') return model;
  return { ...model, prompt: { ...prompt, text: `${prompt.text}${oneLine(text)}`.slice(0, LONGEST) } };
}

function submit(model: Model, { text, purpose }: LinePrompt): Step {
  const said = text.trim();
  if (purpose.kind === 'search') {
    const logs = { ...model.logs, bottom: null, filter: { ...model.logs.filter, search: said } };
    return stay({ ...model, logs });
  }
  if (said === '') return stay(withNotice(model, 'Nothing was written, so nothing was sent.', 'dim'));
  return { model, effects: [{ kind: 'command', command: commandOf(purpose, said) }] };
}

function commandOf(
  purpose: Exclude<LinePrompt['purpose'], { kind: 'search' }>,
  text: string,
): Extract<Effect, { kind: 'command' }>['command'] {
  switch (purpose.kind) {
    case 'steer':
      return { name: 'steer', id: purpose.id, text };
    case 'answer':
      return { name: 'answer', id: purpose.item, question: purpose.question, text };
    case 'new':
      return { name: 'add', title: text };
  }
}
