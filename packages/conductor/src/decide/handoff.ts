import type { Failure, ItemId, LogEventOf, Outcome, Settings, TrainEntry } from '@symphony/domain';
import { describeFailure, isAdvice, isOneOf, sameState, sayFailure, trainIdOf } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Effect } from '../effect.ts';
import type { Input } from '../input.ts';
import { isToBeOffered } from '../mission/mission-state.ts';
import { targetOf } from '../mission/standing.ts';
import { isDry, NOT_MERGED } from '../policy/dry-run.ts';
import { isPassing, needsPerson } from '../policy/handoff.ts';
import type { ConductorState, ItemState, RunState } from '../state.ts';
import { itemMerged } from './item-proposal.ts';
import { offerMission } from './mission-effects.ts';
import { breakRun, currentRun, failRun, playTurn } from './running.ts';
import { removeChamber } from './stopping.ts';

/** The verify commands' verdict on the run's tree (C5). */
export function proved(out: Decision, setting: Setting, input: Extract<Input, { type: 'proved' }>): void {
  const found = currentRun(setting.state, input.item, input.run);
  if (found?.run.phase !== 'proving') return;
  const { item, run } = found;
  const { evidence } = input;
  out.record({ type: 'evidence-recorded', item: input.item, run: run.id, evidence });
  if (!evidence.passed) return failRun(out, setting, item, run, describeFailure(evidence));
  if (hearsFirst(out, setting, item, run)) return;
  if (!out.move(item, 'agent_exited_with_commits', '')) return;
  out.record({ type: 'run-ended', item: input.item, run: run.id, spend: run.spend });
  if (isDry(item.tracked)) return closeDry(out, setting, { ...item, state: 'completed' });
  if (isHandedOverByAgent(item, setting)) return leaveToPerson(out, { ...item, state: 'completed' });
  // Merged over there between two turns: a second offer of it would be merged a second time.
  const sight = item.proposal?.over === false ? item.proposal.sight : null;
  if (sight?.state === 'merged')
    return itemMerged(out, setting, { ...item, state: 'completed', run: null }, sight.head, null);
  const effect = handoffEffect({ ...item, evidence }, setting);
  if (effect) out.perform(effect);
}

const isHandedOverByAgent = (item: ItemState, { state, settings }: Setting): boolean =>
  settings.handoff.mode === 'agent' && !state.missionParts.has(item.tracked.id);

/** The agent was to hand its work over and to move the item; as long as it is active, somebody must look (C4). */
function leaveToPerson(out: Decision, item: ItemState): void {
  const { identifier, state } = item.tracked;
  out.move(
    item,
    'error',
    `ended with commits and left ${identifier} in ${state}; move it on the tracker, or \`symphony retry ${identifier}\``,
  );
}

/** Advice is read, never offered. */
export function handoffEffect(item: ItemState, setting: Setting): Effect | null {
  const part = setting.state.missionParts.get(item.tracked.id)?.part;
  if (!part || !isAdvice(part.kind)) return proposeEffect(item, setting);
  if (!item.evidence) return null;
  return { type: 'take-advice', item: item.tracked.id, kind: part.kind, commit: item.evidence.commit };
}

/** Rehearsed work ends here: it is never offered, and its chamber goes. */
export function closeDry(out: Decision, setting: Setting, item: ItemState): void {
  if (!out.move(item, 'cancelled', NOT_MERGED, { outcome: 'closed' })) return;
  moveTracker(out, item, givenUpState(setting.settings));
  removeChamber(out, setting, item);
}

/** A finished column that does not say merged; null where the tracker is to be left alone. */
export function givenUpState({ tracker }: Settings): string | null {
  const { mergedState, terminalStates } = tracker;
  if (mergedState === null) return null;
  return terminalStates.find((state) => !sameState(state, mergedState)) ?? mergedState;
}

/** What a person said after the agent had finished is heard before the work counts as done. */
export function hearsFirst(out: Decision, setting: Setting, item: ItemState, run: RunState): boolean {
  if (item.steering === '') return false;
  playTurn(out, setting, item, run, { turn: run.turn + 1, kind: 'steered', report: null });
  return true;
}

export function notProved(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'not-proved' }>,
): void {
  const found = currentRun(setting.state, input.item, input.run);
  if (found?.run.phase === 'proving') breakRun(out, setting, found.item, found.run, input.failure);
}

/** Offers the proved commit to the code host. */
function proposeEffect(item: ItemState, { state, settings }: Setting): Effect | null {
  const { chamber, evidence, tracked } = item;
  if (!chamber || !evidence) return null;
  const { id, identifier, title, url } = tracked;
  const { branch } = chamber;
  const target = targetOf(state, settings, id);
  const head = evidence.commit;
  return { type: 'propose', item: id, proposal: { identifier, title, url, branch, target, head, evidence } };
}

/** The work is offered: it is handed off, and in auto mode goes straight into the train (C19). */
export function proposed(out: Decision, setting: Setting, input: Extract<Input, { type: 'proposed' }>): void {
  const { state, settings } = setting;
  const item = state.items.get(input.item);
  if (item?.state === 'open' && item.outcome !== 'none') return takeBack(out, item, input);
  if (item?.state !== 'completed' || item.evidence?.commit !== input.head || !item.chamber) return;
  const entry: TrainEntry = {
    item: input.item,
    identifier: item.tracked.identifier,
    title: item.tracked.title,
    branch: item.chamber.branch,
    head: input.head,
  };
  const mission = state.missionParts.get(input.item)?.mission;
  const waits = mission !== undefined || settings.handoff.mode === 'review';
  const reason =
    mission !== undefined
      ? `waits for its mission ${mission} to be merged`
      : waits
        ? `waits for \`symphony approve ${item.tracked.identifier}\``
        : '';
  if (!out.move(item, 'pr_created', reason)) return;
  hostAnswers(out, setting, input.item);
  const { ref, review } = input;
  out.record({ type: 'handoff-made', item: input.item, ref, entry, ...(review && { review }) });
  moveTracker(out, item, settings.tracker.reviewState);
  if (review && item.proposal?.ref !== ref) {
    const said = { key: `handoff ${ref}`, text: `Handed over as ${review.url ?? ref}.` };
    out.record({ type: 'tracker-comment-wanted', item: input.item, ...said });
    out.perform({ type: 'comment-on-tracker', item: input.item, ...said });
  }
  // What people said while its author was at work is waiting over there.
  if (review && item.proposal?.ref === ref)
    out.perform({ type: 'look-at-proposals', offers: [{ item: input.item, ref }], again: true });
  const by = 'handoff.mode auto';
  if (!waits) out.record({ type: 'handoff-approved', item: input.item, by, ...(review && ELSEWHERE) });
}

/** It was stopped while it was being offered: nobody would look after the offer. */
function takeBack(
  out: Decision,
  { proposal }: ItemState,
  { item, ref, review }: Extract<Input, { type: 'proposed' }>,
): void {
  if (!review || proposal?.ref === ref) return;
  out.record({ type: 'proposal-orphaned', item, ref });
  out.perform({ type: 'withdraw', item, ref });
}

/** Of an approval that is not for the train. */
export const ELSEWHERE = { elsewhere: true } as const;

/** A code host that did not answer is asked again with every tick. `except`: what it has answered just now. */
export function offerAgain(out: Decision, setting: Setting, except: ItemId | null = null): void {
  const { state } = setting;
  if (state.codeHostProblem === null) return;
  for (const id of state.live) {
    const item = state.items.get(id);
    const waits = item?.state === 'completed' && item.run === null && id !== except;
    const effect = waits ? handoffEffect(item, setting) : null;
    if (effect) out.perform(effect);
  }
  for (const mission of state.missions.values())
    if (isToBeOffered(mission) && mission.paused === null && trainIdOf(mission.id) !== except)
      out.perform(offerMission(mission));
}

/** What others could not offer meanwhile is offered now: nobody comes back to it once the trouble counts as over. */
export function hostAnswers(out: Decision, setting: Setting, except: ItemId | null): void {
  if (setting.state.codeHostProblem === null) return;
  out.record({ type: 'code-host-recovered' });
  offerAgain(out, setting, except);
}

/** What passes by itself leaves the work where it is: it is offered again with the next tick. */
export function notProposed(
  out: Decision,
  { state }: Setting,
  input: Extract<Input, { type: 'not-proposed' }>,
): void {
  const item = state.items.get(input.item);
  if (item?.state !== 'completed') return;
  if (isPassing(input.failure)) hostFails(out, state, input.failure);
  else out.move(item, 'error', sayFailure(input.failure));
}

/** Said once, however often the host is asked. */
export function hostFails(out: Decision, { codeHostProblem }: ConductorState, failure: Failure): void {
  const message = sayFailure(failure);
  if (codeHostProblem === message) return;
  out.record({ type: 'code-host-failed', message, ...(needsPerson(failure) && { lasting: true }) });
}

export interface Return {
  readonly why: LogEventOf<'handoff-returned'>['why'];
  readonly report: string;
  /** `none`: its author goes on with it. */
  readonly outcome: Outcome;
  readonly reason: string;
  /** Keys of what the report tells, where it must not be told again. */
  readonly told?: readonly string[];
}

/** Takes an offer back. It walks the lifecycle table like a closed one, and its author is told why. */
export function sendBack(
  out: Decision,
  { settings }: Setting,
  item: ItemState,
  { why, report, outcome, reason, told }: Return,
): boolean {
  const { handoff, tracked, moveWanted, proposal } = item;
  if (!handoff) return false;
  const { head } = handoff.entry;
  out.record({ type: 'handoff-returned', item: tracked.id, why, head, report, ...(told && { told }) });
  if (!out.move(item, 'pr_closed', reason, { outcome })) return false;
  // A pull request stays open while its author goes on with it.
  if (!proposal || outcome !== 'none') out.perform({ type: 'withdraw', item: tracked.id, ref: handoff.ref });
  const { startedState, activeStates } = settings.tracker;
  // Left where people review, it would never be claimed again.
  const elsewhere = moveWanted !== null || !isOneOf(tracked.state, activeStates);
  const back = startedState ?? (elsewhere ? (activeStates[0] ?? null) : null);
  if (outcome === 'none') moveTracker(out, item, back);
  return true;
}

/** Asks the tracker to show the item in `to`; nothing when it is configured to be left alone. */
export function moveTracker(out: Decision, item: ItemState, to: string | null): void {
  if (to === null || (item.moveWanted === null && item.tracked.state === to)) return;
  out.record({ type: 'tracker-move-wanted', item: item.tracked.id, state: to });
  out.perform({ type: 'move-on-tracker', item: item.tracked.id, state: to });
}
