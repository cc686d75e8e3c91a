import { type Checkout, checkoutAt } from '@symphony/adapters/chamber/folder';
import type { ItemState } from '@symphony/conductor';
import type { Chamber, Store } from '@symphony/domain';
import type { QueryParts } from '../handlers.ts';
import { type ChamberPlace, chamberAt, isFolder } from './chamber-place.ts';
import { landedAs } from './landed.ts';
import { commitOf, forkOf } from './revision.ts';

/** What is held against what. Without a base, against nothing: everything is new. */
export type Comparison =
  | {
      readonly kind: 'live';
      readonly base: string | null;
      readonly head: string;
      readonly place: ChamberPlace;
    }
  /** A workspace that a hook filled: a checkout of its own, of whatever repository. */
  | {
      readonly kind: 'live';
      readonly base: string | null;
      readonly head: string | null;
      readonly checkout: Checkout;
    }
  | { readonly kind: 'kept' | 'merged'; readonly base: string | null; readonly head: string }
  | { readonly kind: 'none'; readonly why?: string };

type Ground = Pick<QueryParts, 'git' | 'root' | 'store'>;

/** What landed when it is merged, else its chamber, else what is left of its branch. */
export async function comparisonOf(ground: Ground, item: ItemState): Promise<Comparison> {
  if (item.outcome === 'merged' && item.mergedAs !== null) {
    const landed = await landedAs(ground, item.mergedAs, item.mergedHead);
    if (landed) return { kind: 'merged', ...landed };
  }
  const known = item.chamber ?? lastEvent(ground.store, item, 'chamber-prepared')?.chamber ?? null;
  if (known === null) return { kind: 'none' };
  // It has no branch here: there is the folder or nothing.
  if (known.branch === '') return item.chamber ? filled(ground, item.chamber) : { kind: 'none' };
  return (item.chamber && (await live(ground, item.chamber))) ?? (await kept(ground, item, known));
}

async function live({ git, root }: Ground, chamber: Chamber): Promise<Comparison | null> {
  const place = await chamberAt(git, root, chamber.path);
  if (!place) return null;
  const head = await commitOf(git, root, place.head);
  if (head === null) return null;
  const base = await forkOf(git, root, chamber.baseCommit, head);
  return base === undefined ? null : { kind: 'live', base, head, place };
}

async function filled({ git }: Ground, { path, baseCommit }: Chamber): Promise<Comparison> {
  if (!(await isFolder(path))) return { kind: 'none', why: `Its workspace ${path} is gone.` };
  const checkout = await checkoutAt(git, path);
  if (checkout === null)
    return {
      kind: 'none',
      why: `Its workspace ${path} is no git checkout, so there is nothing its files could be compared with.`,
    };
  const { head } = checkout;
  if (head === null) return { kind: 'live', base: null, head, checkout };
  const base = await forkOf(git, path, baseCommit, head);
  return base === undefined
    ? { kind: 'none', why: 'The commit its workspace began from is not in it any more.' }
    : { kind: 'live', base, head, checkout };
}

async function kept({ git, root, store }: Ground, item: ItemState, chamber: Chamber): Promise<Comparison> {
  const offered = item.handoff?.entry.head ?? lastEvent(store, item, 'handoff-made')?.entry.head ?? '';
  const head =
    (await commitOf(git, root, `refs/heads/${chamber.branch}`)) ?? (await commitOf(git, root, offered));
  if (head === null) return { kind: 'none' };
  const base = await forkOf(git, root, chamber.baseCommit, head);
  return base === undefined ? { kind: 'none' } : { kind: 'kept', base, head };
}

function lastEvent<T extends 'chamber-prepared' | 'handoff-made'>(store: Store, item: ItemState, type: T) {
  const found = store.read(0, Number.MAX_SAFE_INTEGER, { item: item.tracked.id, types: [type] });
  const event = found.at(-1)?.event;
  return event?.type === type ? (event as Extract<typeof event, { type: T }>) : null;
}
