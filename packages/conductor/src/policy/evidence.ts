import type { Inspection, Settings } from '@symphony/domain';
import type { ItemState } from '../state.ts';
import { keepsLetter } from './conformance.ts';

/** What a finished turn left behind, and what that asks for (C4, C5, C18). */
export type AfterTurn =
  | { readonly kind: 'finished' }
  | {
      readonly kind: 'continue';
      readonly prompt: 'continue-uncommitted' | 'continue-no-commits' | 'continue-active';
      readonly report: string;
    }
  | { readonly kind: 'no-commits'; readonly reason: string }
  | { readonly kind: 'left-uncommitted'; readonly reason: string }
  /** By the letter: it ended well, its issue is active still, and another run goes on with it. */
  | { readonly kind: 'left-active'; readonly reason: string };

export function judgeTurn(item: ItemState, found: Inspection, settings: Settings): AfterTurn {
  const run = item.run;
  const turn = run?.turn ?? 1;
  if (keepsLetter(settings)) return judgeByLetter(turn, run?.exited === true, settings);
  const idle = found.fingerprint === run?.fingerprint ? run.idleTurns + 1 : 0;
  const last = turn >= settings.maxTurns || idle >= 2 || run?.exited === true;
  const worked = found.commits > 0 && found.head !== item.followUp?.head && found.head !== item.mergedHead;
  if (worked && found.dirty.length === 0) return { kind: 'finished' };
  if (found.dirty.length > 0) {
    const files = found.dirty.slice(0, 20).join(', ');
    if (!last) return { kind: 'continue', prompt: 'continue-uncommitted', report: files };
    if (worked)
      return { kind: 'left-uncommitted', reason: `left changes uncommitted after ${turn} turns: ${files}` };
  }
  if (last) return { kind: 'no-commits', reason: noCommits(item, run?.lastMessage ?? '') };
  return { kind: 'continue', prompt: 'continue-no-commits', report: '' };
}

/** Commits prove nothing there: the tracker alone says when an issue is done (svc-O11, svc-R2). */
const judgeByLetter = (turn: number, exited: boolean, { maxTurns }: Settings): AfterTurn =>
  turn < maxTurns && !exited
    ? { kind: 'continue', prompt: 'continue-active', report: '' }
    : { kind: 'left-active', reason: `ended after ${turn} turns with its issue still active` };

function noCommits(item: ItemState, lastMessage: string): string {
  const what = item.followUp ? 'ended without a new commit' : 'ended without a commit';
  return lastMessage === '' ? what : `${what}; its last words: ${lastMessage}`;
}

/** Trees of these items proved by the very commands asked for now: the train need not prove them again. */
export function provedTrees(items: readonly ItemState[], commands: readonly string[]): readonly string[] {
  return items.flatMap(({ evidence }) => {
    if (!evidence?.passed || evidence.results.length !== commands.length) return [];
    return evidence.results.every((result, at) => result.command === commands[at]) ? [evidence.tree] : [];
  });
}
