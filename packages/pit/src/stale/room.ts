import { formatBytes, type Instant, type Thing } from '@symphony/domain';
import type { Policy, PolicyBook, RuleOf } from './policy.ts';
import { HIGH_VALUE } from './value.ts';
import { guardOf, type Verdict } from './verdict.ts';

/**
 * Makes room where things of some kinds take more than they may: the least valuable go first, the
 * oldest among equals. What is guarded, tagged, kept to learn from, of high value or needed by
 * something that stays does not go, so a limit may remain exceeded; that is then not this pass's to mend.
 */
export function makeRoom(verdicts: Map<string, Verdict>, book: PolicyBook): void {
  const limits = book.all.flatMap((policy) =>
    policy.rules.flatMap((rule) => (rule.type === 'max-total-size' ? [{ policy, rule }] : [])),
  );
  let needed: Map<string, number> | null = null;
  for (const { policy, rule } of limits) {
    const total = totalOf(verdicts, policy);
    if (total <= rule.bytes) continue;
    needed ??= neededBy(verdicts);
    makeRoomFor({ policy, rule, total }, verdicts, needed, book);
  }
}

function totalOf(verdicts: ReadonlyMap<string, Verdict>, { kinds }: Policy): number {
  let total = 0;
  for (const { thing, action } of verdicts.values())
    if (action !== 'delete' && kinds.includes(thing.kind)) total += thing.size;
  return total;
}

interface Limit {
  readonly policy: Policy;
  readonly rule: RuleOf<'max-total-size'>;
  /** What is taken now. */
  readonly total: number;
}

function makeRoomFor(
  { policy, rule, total: taken }: Limit,
  verdicts: Map<string, Verdict>,
  needed: Map<string, number>,
  book: PolicyBook,
): void {
  let total = taken;
  const reason = `${formatBytes(total)} are taken and ${formatBytes(rule.bytes)} allowed; it is worth least`;
  const free = [...verdicts.values()]
    .filter((each) => each.action !== 'delete' && policy.kinds.includes(each.thing.kind) && mayGo(each, book))
    .sort(leastFirst);
  const freed = new Set(free.map(({ thing }) => thing.id));
  const passedOver = new Set<string>();
  const next = free.toReversed();
  for (let verdict = next.pop(); verdict !== undefined && total > rule.bytes; verdict = next.pop()) {
    const { thing } = verdict;
    if ((needed.get(thing.id) ?? 0) > 0) {
      passedOver.add(thing.id);
      continue;
    }
    verdicts.set(thing.id, { ...verdict, action: 'delete', tier: thing.tier, reason, policy: policy.name });
    total -= thing.size;
    for (const id of thing.references) {
      needed.set(id, (needed.get(id) ?? 1) - 1);
      const again = verdicts.get(id);
      // Worth less than what just went, and perhaps nothing needs it any more.
      if (again && freed.has(id) && passedOver.delete(id)) next.push(again);
    }
  }
}

/** How many things that stay need each thing. */
function neededBy(verdicts: ReadonlyMap<string, Verdict>): Map<string, number> {
  const needed = new Map<string, number>();
  for (const { thing, action } of verdicts.values()) {
    if (action === 'delete') continue;
    for (const id of thing.references) if (id !== thing.id) needed.set(id, (needed.get(id) ?? 0) + 1);
  }
  return needed;
}

function mayGo({ thing, value }: Verdict, book: PolicyBook): boolean {
  if (guardOf(thing.guards) !== null || value >= HIGH_VALUE) return false;
  return !book.of(thing.kind).some(({ rules }) => rules.some((rule) => forbids(rule, thing)));
}

const forbids = (rule: Policy['rules'][number], thing: Thing): boolean =>
  (rule.type === 'keep-for-training' && thing.training) ||
  (rule.type === 'keep-tagged' && thing.tags.some((tag) => rule.tags.includes(tag)));

const leastFirst = (a: Verdict, b: Verdict): number =>
  a.value - b.value || usedAt(a) - usedAt(b) || (a.thing.id < b.thing.id ? -1 : 1);

const usedAt = ({ thing }: Verdict): Instant => thing.lastUsedAt;
