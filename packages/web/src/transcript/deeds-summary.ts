import { counted } from '@symphony/protocol/words';
import { plainLine } from '../ui/plain-text.ts';
import type { Deed } from './block.ts';

export interface DeedsSummary {
  /** `12 steps: 7 Read, 5 Bash`. */
  readonly words: string;
  readonly failed: number;
  /** The newest of them, in one line. */
  readonly latest: string;
  readonly ms: number;
}

/** Many deeds in one line. */
export function summaryOf(deeds: readonly Deed[]): DeedsSummary {
  const used = deeds.filter(({ state }) => state !== 'allowed');
  const names = new Map<string, number>();
  for (const { name } of used) names.set(name, (names.get(name) ?? 0) + 1);
  const most = [...names].sort(([, a], [, b]) => b - a).slice(0, 3);
  const last = used.at(-1);
  return {
    words: `${counted(used.length, 'step')}: ${most.map(([name, count]) => `${count} ${name}`).join(', ')}${
      names.size > most.length ? ' …' : ''
    }`,
    failed: used.filter(({ state }) => state === 'failed').length,
    latest: last ? plainLine(`${last.name} ${last.summary}`) : '',
    ms: used.reduce((sum, { ms }) => sum + (ms ?? 0), 0),
  };
}
