import type { Json } from '@symphony/domain';
import type { Stage } from '../stage.ts';

/** `{{answer}}` is the last answer of a person, `{{result}}` what the last host tool said. */
export function fillIn(text: string, { journal }: Stage): string {
  const { answer, result } = journal.record;
  return text.replaceAll(
    /\{\{(answer|result)\}\}/g,
    (mark, name) => (name === 'answer' ? answer : result) ?? mark,
  );
}

/** Every text in it. */
export function filledIn<T extends Json>(value: T, stage: Stage): T {
  const fill = (each: Json): Json => {
    if (typeof each === 'string') return fillIn(each, stage);
    if (typeof each !== 'object' || each === null) return each;
    if (Array.isArray(each)) return each.map(fill);
    return Object.fromEntries(Object.entries(each).map(([name, held]) => [name, fill(held)]));
  };
  return fill(value) as T;
}
