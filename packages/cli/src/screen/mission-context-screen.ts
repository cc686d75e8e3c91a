import type { Noted, Understanding } from '@symphony/domain';
import { dayAndTime } from '@symphony/protocol/words';
import { wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless } from './harmless.ts';

/** What a mission is about as far as anybody knows, and how that came to be. */
export function missionContextLines(raw: Understanding, frame: Frame): string[] {
  const known = harmless(raw);
  const { columns, paint } = frame;
  const block = (text: string): string[] => wrap(text.trim(), columns - 2).map((line) => `  ${line}`);
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', paint('strong', title), ...lines];
  const noted = (text: string, each: Omit<Noted, 'text'>): string[] => [
    ...block(text),
    ...whoLine(each, columns).map((line) => `    ${paint('dim', line)}`),
  ];
  return [
    paint('strong', 'Understood as'),
    ...block(known.current),
    ...section('Asked for', block(known.originalRequest)),
    ...section(
      'Done when',
      known.criteria.flatMap((each) => block(`- ${each}`)),
    ),
    ...section(
      'Requirements found',
      known.requirements.flatMap((each) => noted(`- ${each.text}`, each)),
    ),
    ...section(
      'Rules',
      known.rules.flatMap((each) => noted(`- ${each.area}: ${each.text}`, each)),
    ),
    ...section(
      'Clarified',
      known.clarifications.flatMap((each) => noted(`- ${each.old} → ${each.new}`, each)),
    ),
  ];
}

const whoLine = ({ by, at, why }: Omit<Noted, 'text'>, columns: number): string[] =>
  wrap(`${by}, ${dayAndTime(at)}${why === '' ? '' : `: ${why}`}`, columns - 4);
