import { type QuestionView, type StatusView, VERDICTS } from '@symphony/domain';
import { askerWords, awaitsApproval, choicesWords, defaultWords, duration } from '@symphony/protocol/words';
import { cut, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless } from './harmless.ts';

/** What waits for an answer or an approval, each with the command to use. */
export const inboxLines = (view: StatusView, frame: Frame): string[] => [
  ...questionLines(view, frame),
  ...approvalLines(view, frame),
];

export function questionLines(raw: Pick<StatusView, 'inbox'>, frame: Frame): string[] {
  const { inbox } = harmless(raw);
  return inbox.flatMap((each) => {
    const { question, item } = each;
    const several = inbox.filter((other) => other.item === item).length > 1;
    const which = several ? ` --question ${question.id}` : '';
    return [
      ...askedLines(each, frame),
      ...answersOf(question.choices).map((answer) =>
        cut(`→ symphony answer ${item} "${answer}"${which}`, frame.columns),
      ),
    ];
  });
}

/** The question alone, for whoever is asked to answer it right here. */
export function askedLines(raw: QuestionView, { columns, now, paint }: Frame): string[] {
  const { question, askedAt, ...asker } = harmless(raw);
  const text = `${question.text}${choicesWords(question.choices)}${defaultWords(question)}`;
  return [
    paint('warn', cut(`${askerWords(asker)} asks, ${duration(now - askedAt)} ago:`, columns)),
    ...wrap(text, columns - 2).map((line) => `  ${line}`),
  ];
}

/** A deviation may be decided with words: what is to be done instead stands behind the verdict. */
function answersOf(choices: readonly string[]): readonly string[] {
  const decides = VERDICTS.every((verdict) => choices.includes(verdict));
  return [choices[0] ?? '…', ...(decides ? ['rework: what is to be done instead'] : [])];
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
