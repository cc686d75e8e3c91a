import type { Collision, ItemId } from '@symphony/domain';
import { arbitrate, type Petition } from '@symphony/pit/arbitration';
import type { Decision, Setting } from '../decision.ts';
import { pairKey } from '../fold/fold-missions.ts';
import type { Input } from '../input.ts';
import { orderOf } from '../policy/ordering.ts';
import type { ItemState } from '../state.ts';

/** The radar compared a chamber with the others (M10): what is new is recorded, and told to whoever comes later. */
export function chambersCompared(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'chambers-compared' }>,
): void {
  const { state } = setting;
  const found = new Map(input.collisions.map((each) => [pairKey(input.item, each.other), each]));
  for (const [key, known] of state.collisions) {
    if (known.a !== input.item && known.b !== input.item) continue;
    if (!found.has(key)) out.record({ type: 'collision-gone', a: known.a, b: known.b });
  }
  for (const [key, { other, files, conflicts }] of found) {
    const a = state.items.get(input.item);
    const b = state.items.get(other);
    if (!a || !b) continue;
    const known = state.collisions.get(key);
    const sure = conflicts.length > 0;
    const shown = sure ? conflicts : files;
    if (known && known.sure === sure && known.files.join('\n') === shown.join('\n')) continue;
    const collision = { a: input.item, b: other, files: shown, sure, ...whoGoesFirst(setting, a, b, shown) };
    out.record({ type: 'collision-seen', collision });
    if (sure && !known?.sure) tell(out, state.items, collision);
  }
}

/** The zone is both their files; who is granted it is merged first. A ruling that was made is kept. */
function whoGoesFirst(
  { state, now, chance }: Setting,
  a: ItemState,
  b: ItemState,
  files: readonly string[],
): Pick<Collision, 'first' | 'rationale'> {
  const known = state.collisions.get(pairKey(a.tracked.id, b.tracked.id));
  if (known) return { first: known.first, rationale: known.rationale };
  // By name, so that it does not matter whose chamber was looked at.
  const pair = [a, b].sort((x, y) => (x.tracked.id < y.tracked.id ? -1 : 1));
  const ruling = arbitrate(
    pair.map((item) => petitionOf(item, files, now)),
    { resources: new Map(), zones: [] },
    {
      strategy: 'priority',
      now,
      chance,
    },
  );
  const granted = ruling.granted[0];
  return {
    first: granted?.id ?? a.tracked.id,
    rationale: granted?.rationale ?? ruling.rationale,
  };
}

/** Further on goes first: what is offered before what is at work, then priority, then who began earlier. */
function petitionOf(item: ItemState, files: readonly string[], now: number): Petition {
  const { tracked, run, state } = item;
  const offered = state === 'handed_off' || state === 'completed';
  const { priority } = orderOf(item);
  return {
    id: tracked.id,
    name: tracked.identifier,
    owner: tracked.identifier,
    priority: (offered ? 1000 : 0) - 10 * (priority ?? 9),
    standing: offered ? 'its work is done' : 'it began earlier',
    since: run?.startedAt ?? tracked.createdAt ?? now,
    claims: [],
    zones: files,
  };
}

/** Only when it is sure, only the later one, and only at its turn boundary: nobody is interrupted. */
function tell(out: Decision, items: ReadonlyMap<ItemId, ItemState>, { a, b, first, files }: Collision): void {
  const later = items.get(first === a ? b : a);
  const earlier = items.get(first);
  if (later?.state !== 'running' || !earlier) return;
  const listed = files.slice(0, 10).join(', ');
  out.record({
    type: 'steering-wanted',
    item: later.tracked.id,
    text: `${earlier.tracked.identifier} (${earlier.tracked.title}) changes the same places as you in ${listed} and is merged first. Keep your changes there as small as you can, and expect to merge its work into yours.`,
    by: SYMPHONY,
  });
}

/** Words that are not a person's. */
export const SYMPHONY = 'symphony';
