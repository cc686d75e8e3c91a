import type { StatusView } from '@symphony/domain';
import { awaitsApproval, choicesWords, defaultWords, duration } from '@symphony/protocol/words';
import { cut, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless } from './harmless.ts';

/** What waits for an answer or an approval, each with the command to use. */
export const inboxLines = (view: StatusView, frame: Frame): string[] => [
  ...questionLines(view, frame),
  ...approvalLines(view, frame),
];

export function questionLines(raw: Pick<StatusView, 'inbox'>, { columns, now, paint }: Frame): string[] {
  const { inbox } = harmless(raw);
  return inbox.flatMap((each) => {
    const { question, item } = each;
    const text = `${question.text}${choicesWords(question.choices)}${defaultWords(question)}`;
    const several = inbox.filter((other) => other.item === item).length > 1;
    const which = several ? ` --question ${question.id}` : '';
    return [
      paint('warn', cut(`${item} asks, ${duration(now - each.askedAt)} ago:`, columns)),
      ...wrap(text, columns - 2).map((line) => `  ${line}`),
      cut(`→ symphony answer ${item} "${question.choices[0] ?? '…'}"${which}`, columns),
    ];
  });
}

function approvalLines(raw: StatusView, { columns, paint }: Frame): string[] {
  const view = harmless(raw);
  const waiting = view.items.filter((item) => item.state === 'handed_off' && awaitsApproval(item, view));
  return waiting.flatMap((item) => [
    paint('warn', cut(`${item.identifier} is finished and proved, and waits for your approval:`, columns)),
    `  ${cut(item.title, columns - 2)}`,
    cut(`→ symphony approve ${item.identifier}`, columns),
  ]);
}
