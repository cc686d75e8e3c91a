import type { Verdict } from './verdict.ts';

/**
 * What stays keeps what it needs: a kept thing's references are kept as they are, an archived
 * thing's may be archived too but not removed. Changes `verdicts` until that holds everywhere.
 */
export function keepWhatIsNeeded(verdicts: Map<string, Verdict>): void {
  const waiting = [...verdicts.values()].filter(
    ({ action, thing }) => action !== 'delete' && thing.references.length > 0,
  );
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const needing = verdicts.get(next.thing.id) ?? next;
    for (const id of needing.thing.references) {
      const needed = verdicts.get(id);
      if (needed === undefined || !mustYield(needing, needed)) continue;
      const kept: Verdict = {
        ...needed,
        action: 'keep',
        tier: needed.thing.tier,
        reason: `${needing.thing.label} needs it`,
        policy: null,
      };
      verdicts.set(id, kept);
      if (kept.thing.references.length > 0) waiting.push(kept);
    }
  }
}

const mustYield = (needing: Verdict, needed: Verdict): boolean =>
  needing.action === 'keep' ? needed.action !== 'keep' : needed.action === 'delete';
