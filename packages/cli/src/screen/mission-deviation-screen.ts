import type { Decision, RecordedDeviation, Severity } from '@symphony/domain';
import { dayAndTime } from '@symphony/protocol/words';
import { type Cell, table, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless, oneLine } from './harmless.ts';
import type { Style } from './paint.ts';

const STYLES: Readonly<Record<Severity, Style>> = { minor: 'dim', major: 'warn', fundamental: 'bad' };

/** One line each: what was found, and what was decided. */
export function deviationRows(found: readonly RecordedDeviation[], { columns, paint }: Frame): string[] {
  const rows = found.map((each): Cell[] => [
    { text: each.id, style: 'strong' },
    { text: each.severity, style: STYLES[each.severity] },
    { text: each.worker ?? 'a person', style: 'dim' },
    { text: standingWords(each), style: isOpen(each) ? 'bad' : 'dim' },
    { text: oneLine(each.discovered) },
  ]);
  const widths = [{ max: 4 }, { max: 11 }, { max: 16 }, { max: 10 }, { max: 'rest' }] as const;
  return table(rows, widths, columns, paint);
}

/** A minor one is listed and needs no decision. */
export const isOpen = ({ decision, severity }: RecordedDeviation): boolean =>
  decision === null && severity !== 'minor';

const standingWords = (each: RecordedDeviation): string =>
  each.decision?.verdict ?? (isOpen(each) ? 'open' : 'noted');

/** All that is known of each. */
export function deviationLines(name: string, raw: readonly RecordedDeviation[], frame: Frame): string[] {
  if (raw.length === 0) return ['Nothing deviated from the plan.'];
  return harmless(raw).flatMap((each, at) => [
    ...(at === 0 ? [] : ['']),
    ...oneDeviation(oneLine(name), each, frame),
  ]);
}

function oneDeviation(name: string, each: RecordedDeviation, frame: Frame): string[] {
  const { columns, paint } = frame;
  const where = each.phase === null ? '' : `, ${each.phase}, cycle ${each.cycle}`;
  const facts: [string, string][] = [
    ['expected', each.expected],
    ['discovered', each.discovered],
    ['done', each.action],
    ['because', each.reasoning],
    ['impact', each.impact],
    ['touches', (each.affects ?? []).join(', ')],
    ['mark', each.mark ? `${each.mark.file}:${each.mark.line}` : ''],
    ['decision', each.decision ? decisionWords(each.decision) : ''],
  ];
  return [
    `${paint('strong', each.id)} ${paint(STYLES[each.severity], each.severity)} ${paint(
      'dim',
      `${each.worker ?? 'told by a person'}${where} · ${dayAndTime(each.at)}`,
    )}`,
    ...facts
      .filter(([, text]) => text !== '')
      .flatMap(([label, text]) => factLines(label, text, columns, paint)),
    ...(isOpen(each) ? [`  → symphony mission decide ${name} ${each.id} adopt|rework|reject`] : []),
  ];
}

const LABEL = 12;

function factLines(label: string, text: string, columns: number, paint: Frame['paint']): string[] {
  return wrap(text, columns - LABEL - 2).map((line, at) => {
    const head = (at === 0 ? label : '').padEnd(LABEL);
    return `  ${paint('dim', head)}${line}`;
  });
}

function decisionWords({ verdict, instruction, rationale, by }: Decision): string {
  const what = instruction === '' ? verdict : `${verdict}: ${instruction}`;
  return `${what} (${by}${rationale === '' ? '' : `, ${rationale}`})`;
}
