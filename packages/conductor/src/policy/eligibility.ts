import type { Instant, ItemId, Settings } from '@symphony/domain';
import { isOneOf, normaliseName } from '@symphony/domain';
import { missionSlots, refuseByMission } from '../mission/standing.ts';
import type { ConductorState, ItemState } from '../state.ts';
import { estimateRun, refuseReservation } from './budget.ts';
import { isChosen } from './chosen.ts';
import { refuseResting } from './limits.ts';
import { playerNow } from './routing.ts';
import type { SlotCount } from './slots.ts';

/** The checks of C11, in order. The first that refuses gives the reason a person reads. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly reason: string;
}

export interface EligibilityQuestion {
  readonly state: ConductorState;
  readonly settings: Settings;
  readonly slots: SlotCount;
  readonly now: Instant;
  /** Only this item may be played (`symphony run TASK`). */
  readonly only: ItemId | null;
}

type Refusal = string | null;
type Rule = readonly [name: string, refuse: (item: ItemState, question: EligibilityQuestion) => Refusal];

/** What must hold of the item itself. */
const CONDITIONS: readonly Rule[] = [
  ['required fields', (item) => missingField(item)],
  [
    'chosen for this run',
    (item, { only }) =>
      isChosen(item.tracked, only) ? null : 'only one piece of work is played in this run',
  ],
  [
    'not draining',
    (_item, { state }) =>
      state.draining ? 'Symphony is draining: running items finish, nothing starts' : null,
  ],
  ['tracker state', refuseTrackerState],
  ['outcome', refuseOutcome],
  [
    'dispatchable',
    (item) => (item.tracked.dispatchable ? null : 'the tracker says it is not to be dispatched'),
  ],
  ['required labels', refuseLabels],
  ['blockers', refuseBlockers],
  ['not claimed', (item) => (item.run === null ? null : `run ${item.run.id} is still ${item.run.phase}`)],
  [
    'retry time',
    (item, { now }) =>
      item.dueAt !== null && item.dueAt > now
        ? `waits ${seconds(item.dueAt - now)} before it is tried again`
        : null,
  ],
  [
    'player not resting',
    (item, question) => refuseResting(question.state, playerNow(item.tracked, question), question.now),
  ],
  ['repository', refuseRepository],
];

/** What it competes for with others: `contention.ts` decides between them by the same limits. */
const LIMITS: readonly Rule[] = [
  ['a free slot', (_item, { settings, slots }) => full('slots', slots.total, settings.slots.total)],
  ['a free slot for its state', refuseStateSlots],
  ['a free slot for its repository', refuseRepositorySlots],
  ['a free slot of its player', refusePlayerSlots],
];

const BUDGET: Rule = ['budget', refuseBudget];

/** Asked of the parts of missions alone. */
const MISSION: Rule = ['mission', (item, { state }) => refuseByMission(item, state)];
const CHAMBERS: Rule = ['a free chamber of its mission', refuseMissionSlots];

const RULES: readonly Rule[] = [...CONDITIONS, ...LIMITS, BUDGET];
const FITNESS: readonly Rule[] = [...CONDITIONS, BUDGET];
const PART_RULES: readonly Rule[] = [...CONDITIONS, MISSION, ...LIMITS, CHAMBERS, BUDGET];
const PART_FITNESS: readonly Rule[] = [...CONDITIONS, MISSION, BUDGET];

const isPart = (item: ItemState, { state }: EligibilityQuestion): boolean =>
  state.missionParts.has(item.tracked.id);

/** Every check up to and with the first that refuses. */
export function examine(item: ItemState, question: EligibilityQuestion): readonly Check[] {
  const broken = refuseConfiguration(question);
  if (broken !== null) return [{ name: 'configuration', ok: false, reason: broken }];
  const checks: Check[] = [];
  for (const [name, refuse] of isPart(item, question) ? PART_RULES : RULES) {
    const reason = refuse(item, question);
    checks.push({ name, ok: reason === null, reason: reason ?? '' });
    if (reason !== null) break;
  }
  return checks;
}

/** The reason it may not be played now, or null when it may. */
export const refusal = (item: ItemState, question: EligibilityQuestion): Refusal =>
  refuseConfiguration(question) ?? firstRefusal(isPart(item, question) ? PART_RULES : RULES, item, question);

/** The reason it may not even compete for a slot, or null. */
export const unfitness = (item: ItemState, question: EligibilityQuestion): Refusal =>
  refuseConfiguration(question) ??
  firstRefusal(isPart(item, question) ? PART_FITNESS : FITNESS, item, question);

function firstRefusal(rules: readonly Rule[], item: ItemState, question: EligibilityQuestion): Refusal {
  for (const [, refuse] of rules) {
    const reason = refuse(item, question);
    if (reason !== null) return reason;
  }
  return null;
}

const REQUIRED = ['id', 'identifier', 'title', 'state'] as const;

function missingField({ tracked }: ItemState): Refusal {
  const missing = REQUIRED.find((field) => tracked[field].trim() === '');
  return missing === undefined ? null : `its ${missing} is empty`;
}

/** A WORKFLOW.md that cannot be read starts nothing new; what runs goes on by the last good one (svc-W5, svc-V2). */
function refuseConfiguration({ state, settings }: EligibilityQuestion): Refusal {
  if (settings.conformance === undefined || state.settingsProblem === null) return null;
  return `the workflow file cannot be used: ${state.settingsProblem}`;
}

function refuseTrackerState(item: ItemState, { settings }: EligibilityQuestion): Refusal {
  const { activeStates, terminalStates } = settings.tracker;
  if (item.presence === 'missing') return 'it is no longer on the tracker';
  if (item.moveWanted !== null) return `the tracker is being moved to ${item.moveWanted}`;
  if (isOneOf(item.tracked.state, terminalStates)) return `${item.tracked.state} is a finished state`;
  if (!isOneOf(item.tracked.state, activeStates)) {
    return `${item.tracked.state} is not one of the active states (${activeStates.join(', ')})`;
  }
  return null;
}

function refuseOutcome(item: ItemState): Refusal {
  if (item.state !== 'open' && item.state !== 'queued') return `it is ${item.state}`;
  if (item.state === 'open' && item.outcome !== 'none') {
    return `it was ${item.outcome} already; move it out of the active states and back, or use \`symphony retry\``;
  }
  return null;
}

function refuseLabels(item: ItemState, { settings }: EligibilityQuestion): Refusal {
  const missing = settings.tracker.requiredLabels.find((label) => !hasLabel(item, label));
  return missing === undefined ? null : `it lacks the label "${missing}"`;
}

/** A blank required label matches nothing. */
const hasLabel = (item: ItemState, label: string): boolean =>
  normaliseName(label) !== '' && item.tracked.labels.includes(normaliseName(label));

/** Dispatchable with all required labels: what a running item must stay (C17). */
export const isRoutable = (item: ItemState, settings: Settings): boolean =>
  item.tracked.dispatchable && settings.tracker.requiredLabels.every((label) => hasLabel(item, label));

function refuseBlockers(item: ItemState, { state, settings }: EligibilityQuestion): Refusal {
  for (const blocker of item.tracked.blockedBy) {
    const known = blocker.id === null ? undefined : state.items.get(blocker.id);
    const name = blocker.identifier ?? blocker.id ?? 'something unnamed';
    if (known?.outcome === 'merged') continue;
    const blockerState = known?.tracked.state ?? blocker.state;
    if (blockerState === null) return `blocked by ${name}, which the tracker does not know`;
    // A blocker we are still merging counts as open, whatever its column says.
    const finished =
      isOneOf(blockerState, settings.tracker.terminalStates) &&
      (known === undefined || known.state === 'open');
    if (!finished) return `blocked by ${name} (${blockerState})`;
  }
  return null;
}

function refuseRepository(item: ItemState, { settings }: EligibilityQuestion): Refusal {
  const { repository } = item.tracked;
  if (repository === null) return null;
  const { allow, deny } = settings.repositories;
  if (deny.includes(repository)) return `${repository} is on the deny list`;
  return allow.length === 0 || allow.includes(repository) ? null : `${repository} is not on the allow list`;
}

function refuseStateSlots(item: ItemState, { settings, slots }: EligibilityQuestion): Refusal {
  const state = normaliseName(item.tracked.state);
  const limit = Object.entries(settings.slots.byState).find(([name]) => normaliseName(name) === state)?.[1];
  return full(`slots for ${item.tracked.state}`, slots.byState.get(state) ?? 0, limit);
}

function refuseRepositorySlots(item: ItemState, { settings, slots }: EligibilityQuestion): Refusal {
  const { repository } = item.tracked;
  if (repository === null) return null;
  return full(
    `slots for ${repository}`,
    slots.byRepository.get(repository) ?? 0,
    settings.repositories.slots[repository],
  );
}

function refusePlayerSlots(item: ItemState, question: EligibilityQuestion): Refusal {
  const { settings, slots } = question;
  const player = playerNow(item.tracked, question);
  return full(`slots of player ${player}`, slots.byPlayer.get(player) ?? 0, settings.players[player]?.slots);
}

function refuseMissionSlots(item: ItemState, { state }: EligibilityQuestion): Refusal {
  const found = missionSlots(state, item.tracked.id);
  return found && full(`chambers of the mission ${found.mission}`, found.held.length, found.limit);
}

function refuseBudget(item: ItemState, question: EligibilityQuestion): Refusal {
  const { state, settings, slots, now } = question;
  const estimate = estimateRun(state, settings, playerNow(item.tracked, question));
  return refuseReservation(state, settings, item, estimate, slots.reservedUsd, now);
}

const full = (what: string, used: number, limit: number | null | undefined): Refusal =>
  typeof limit === 'number' && used >= limit ? `all ${limit} ${what} are taken` : null;

const seconds = (ms: number): string => `${Math.max(1, Math.round(ms / 1000))} s`;
