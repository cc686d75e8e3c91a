import { bindingsIn } from '../model/bindings.ts';
import type { Model, Prompt } from '../model/model.ts';
import { cut, widthOf } from '../text/columns.ts';
import { oneLine } from '../text/harmless.ts';
import type { Room } from './room.ts';

/** What was answered, or what is asked; nothing most of the time. */
export function remarkRows({ prompt, notice }: Model, { columns, paint }: Room): string[] {
  if (prompt) return [paint('accent', promptLine(prompt, columns))];
  return notice ? [paint(notice.tone, cut(notice.text, columns))] : [];
}

/** The end of a long line is what is being written, so the beginning gives way. */
function promptLine(prompt: Prompt, columns: number): string {
  if (prompt.kind === 'confirm') return `${cut(prompt.question, columns - 8)} [y/N] `;
  const label = cut(prompt.label, Math.floor(columns / 2));
  let text = oneLineKeepingEnd(prompt.text);
  const room = columns - widthOf(label) - 2;
  while (widthOf(text) > room) text = text.slice(Math.max(1, Math.floor((widthOf(text) - room) / 2)));
  return `${label} ${text}_`;
}

/** Blanks at the end are part of what is written. */
const oneLineKeepingEnd = (text: string): string => oneLine(`${text}|`).slice(0, -1);

/** The keys that are of use now, as many as fit. */
export function keyRow(model: Model, { columns, paint }: Room): string {
  if (model.prompt?.kind === 'line')
    return paint('dim', cut('Enter sends · Esc leaves it · Ctrl-U clears', columns));
  if (model.prompt) return paint('dim', cut('y does it · any other key does not', columns));
  const words: string[] = [];
  let width = 0;
  for (const { key, word, fits } of bindingsIn(model.view)) {
    if (fits?.(model) === false) continue;
    const next = `${key} ${word}`;
    if (width + next.length + 2 > columns) break;
    words.push(next);
    width += next.length + 2;
  }
  return paint('dim', words.join('  '));
}
