import {
  ADVICE_FILES,
  describeMark,
  type ItemId,
  type Json,
  type Mark,
  type MissionId,
  needsOf,
  type Part,
  PHASE_RULES,
  type RecordedDeviation,
  type Worker,
} from '@symphony/domain';
import type { ConductorState } from '../state.ts';
import { type MissionState, partsNow } from './mission-state.ts';
import { standingOf } from './standing.ts';

/** The work items a mission makes. Pure: what is made here is recorded first and then put on the tracker. */

const part = (
  mission: MissionState,
  made: Partial<Part> & Pick<Part, 'item' | 'kind' | 'title' | 'task'>,
): Part => ({
  worker: null,
  phase: mission.phase,
  cycle: mission.cycle,
  scope: [],
  player: null,
  about: [],
  checks: [],
  ...made,
});

/** Follows from what it is for, so that making it again after a crash finds the one that is there. */
const idOf = (mission: MissionId, what: string, cycle: number, times = 1): ItemId =>
  `${mission}-${what}${cycle > 1 ? `-c${cycle}` : ''}${times > 1 ? `-${times}` : ''}`;

/** Names no part of this mission has yet: a phase may come back to a cycle of the same number. */
function fresh(mission: MissionState, what: string, cycle: number): ItemId {
  let times = 1;
  while (mission.parts.some(({ item }) => item === idOf(mission.id, what, cycle, times))) times += 1;
  return idOf(mission.id, what, cycle, times);
}

/** Workers of the phase whose turn has come: not made yet, and all they need is merged or given up. */
export function dueWorkers(state: ConductorState, mission: MissionState): readonly Worker[] {
  const { plan, phase, phaseFrom } = mission;
  if (!plan || phase === null) return [];
  // Since the phase was entered: one that is played again is played whole.
  const parts = mission.parts.filter((part) => part.phase === phase && part.cycle >= phaseFrom);
  const made = new Set(parts.flatMap(({ worker }) => worker ?? []));
  const ended = (worker: string): boolean =>
    parts.some(
      (each) => each.worker === worker && ['merged', 'left'].includes(standingOf(state, mission, each)),
    );
  return plan.workers.filter(
    (worker) => worker.phase === phase && !made.has(worker.id) && needsOf(plan, worker).every(ended),
  );
}

export const workerPart = (mission: MissionState, worker: Worker, cycle: number): Part =>
  part(mission, {
    item: fresh(mission, worker.id, cycle),
    kind: 'worker',
    worker: worker.id,
    cycle,
    scope: worker.scope,
    title: worker.title,
    task: worker.task,
    player: worker.player,
    ...(worker.rehearsal === undefined ? {} : { rehearsal: forTurn(worker.rehearsal, 'worker') }),
  });

/**
 * A worker's script may say what is played as planned (`worker`) and what when the work comes back
 * (`rework`, `refine`); a plain one is for the first time, and what comes back gets the usual steps.
 */
function forTurn(script: Json, kind: string): Json {
  if (typeof script !== 'object' || script === null || Array.isArray(script)) return script;
  return (script as { readonly [key: string]: Json })[kind] ?? script;
}

const scripted = (worker: Worker | undefined, kind: string) => {
  const script = worker?.rehearsal;
  if (typeof script !== 'object' || script === null || Array.isArray(script) || !(kind in script)) return {};
  return { rehearsal: (script as { readonly [key: string]: Json })[kind] as Json };
};

/** What decisions ask to be done and nobody was given yet: one part a worker, with everything decided on it. */
export function reworkParts(mission: MissionState, cycle: number): readonly Part[] {
  const given = new Set(mission.parts.flatMap(({ kind, about }) => (kind === 'rework' ? about : [])));
  const asked = new Map<string | null, RecordedDeviation[]>();
  for (const found of mission.deviations) {
    if (given.has(found.id) || !asksForRework(mission, found)) continue;
    // Whose phase is over does not come back: the task is anybody's.
    const worker = found.phase === mission.phase ? found.worker : null;
    asked.set(worker, [...(asked.get(worker) ?? []), found]);
  }
  return [...asked].map(([id, found]) => reworkPart(mission, cycle, id, found));
}

function reworkPart(
  mission: MissionState,
  cycle: number,
  id: string | null,
  found: readonly RecordedDeviation[],
): Part {
  const worker = mission.plan?.workers.find((each) => each.id === id);
  const decided = found.map((each) => `- ${each.id}: ${each.discovered}. ${instructionOf(each)}`);
  const affected = [...new Set(found.flatMap(({ affects }) => affects ?? []))];
  return part(mission, {
    item: fresh(mission, id ?? 'decided', cycle),
    kind: 'rework',
    worker: id,
    cycle,
    scope: worker?.scope ?? (affected.length > 0 ? affected : ['**']),
    title: `${worker?.title ?? mission.plan?.title ?? mission.id}: go on as decided`,
    task: `${worker?.task ?? ''}\n\nWhat was found was decided on:\n\n${decided.join('\n')}`.trim(),
    player: worker?.player ?? null,
    about: found.map((each) => each.id),
    ...scripted(worker, 'rework'),
  });
}

/** Rework is asked for, or what was done is not merged, so that the task is still to be done. */
function asksForRework(mission: MissionState, { decision, item }: RecordedDeviation): boolean {
  if (!decision) return false;
  if (decision.verdict !== 'adopt') return true;
  if (decision.instruction.trim() !== '') return true;
  return item !== null && mission.merges.some(({ left }) => left.some((each) => each.item === item));
}

const instructionOf = ({ decision }: RecordedDeviation): string => {
  if (!decision) return '';
  const verdicts = {
    adopt: 'The plan gives way to it',
    rework: 'The work is merged and goes on',
    reject: 'What was done on it is not merged',
  } as const;
  const said = decision.instruction.trim();
  return `${verdicts[decision.verdict]}${said === '' ? '.' : `: ${said}`}`;
};

/** Had not begun when its cycle was decided on. */
export const heldParts = (state: ConductorState, mission: MissionState): readonly Part[] =>
  partsNow(mission).filter((part) => {
    const item = state.items.get(part.item);
    const begun = item?.state !== 'open' || item.outcome !== 'none' || item.attempt > 0 || item.run !== null;
    return !begun && standingOf(state, mission, part) !== 'left';
  });

/** Somebody goes over the phase again with what its gate asks for. */
export const refineParts = (
  mission: MissionState,
  cycle: number,
  reasons: readonly string[],
  player: string | null,
): readonly Part[] =>
  (mission.plan?.workers ?? [])
    .filter(({ phase }) => phase === mission.phase)
    // Where workers follow each other, the last one knows all of it.
    .filter(({ phase }, at, all) => PHASE_RULES[phase].parallel || at === all.length - 1)
    .map((worker) =>
      part(mission, {
        item: fresh(mission, worker.id, cycle),
        kind: 'refine',
        worker: worker.id,
        cycle,
        scope: worker.scope,
        title: `${worker.title}: refine`,
        task: `${worker.task}\n\nThe work is merged. Before the next phase can begin this is asked for:\n\n${reasons.map((each) => `- ${each}`).join('\n')}`,
        player: player ?? worker.player,
        ...scripted(worker, 'refine'),
      }),
    );

export const criteriaPart = (mission: MissionState, cycle: number, report: string): Part =>
  part(mission, {
    item: fresh(mission, 'criteria', cycle),
    kind: 'rework',
    cycle,
    scope: ['**'],
    title: `Meet the criteria of ${mission.id}`,
    task: `Everything planned is merged, and the mission is not done: one of its checks fails. Find out why and mend it.\n\n${report}`,
  });

const MARK_WORDS = 'DEVIATION_MINOR|ARCHITECTURAL_MISMATCH|FUNDAMENTAL_BREAK';

export function purgePart(mission: MissionState, marks: readonly Mark[]): Part {
  const files = [...new Set(marks.map(({ file }) => file))];
  const decided = mission.deviations
    .filter(({ decision }) => decision !== null)
    .map((each) => `- ${each.id} (${each.severity}): ${each.discovered}. ${instructionOf(each)}`);
  return part(mission, {
    item: fresh(mission, 'purge', mission.cycle),
    kind: 'purge',
    scope: ['**'],
    title: `Purge what rests on rejected assumptions (${mission.id}, cycle ${mission.cycle})`,
    task: [
      'These marks stand in the merged code. Take out what rests on assumptions that do not hold any more (stubs, shims, skipped tests, the marks themselves), keep what holds, and say in the commit message for each mark what was removed and why.',
      marks.map((mark) => `- ${describeMark(mark)}`).join('\n'),
      decided.length === 0 ? '' : `What was decided:\n\n${decided.join('\n')}`,
    ]
      .filter((each) => each !== '')
      .join('\n\n'),
    checks: [purgeCheck(files)],
    rehearsal: PURGE_SCRIPT(files),
  });
}

/** Passes when no mark is left in these files, and prints those that are. */
export const purgeCheck = (files: readonly string[]): string =>
  `git grep -nE '(${MARK_WORDS}):' -- ${files.map((file) => quoted(`:(literal)${file}`)).join(' ')}; test $? -eq 1`;

/** In a rehearsal marks are taken out line by line. */
const PURGE_SCRIPT = (files: readonly string[]) => [
  { run: `sed -i -E '/(${MARK_WORDS}):/d' ${files.map(quoted).join(' ')}` },
  { commit: 'Take out what rests on rejected assumptions' },
];

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** What is against its handoff is mended on its branch: the target that moved, or what was said over at the code host. */
export function syncPart(
  mission: MissionState,
  target: string,
  { why, report }: NonNullable<MissionState['returned']>,
): Part {
  const mended = { item: fresh(mission, 'sync', mission.cycle), kind: 'sync', scope: ['**'] } as const;
  if (why === 'pull-request')
    return part(mission, {
      ...mended,
      title: `Mend the pull request of ${mission.id}`,
      task: `The mission is done on its own branch and offered for \`${target}\` as a pull request, which is not merged as it is. Your branch holds all of it. Mend what is said below, check the result and commit it; the pull request then moves on to it.\n\n${report}`,
    });
  return part(mission, {
    ...mended,
    title: `Bring ${target} into ${mission.id}`,
    task: `The mission is done on its own branch, but does not go together with \`${target}\` any more. Merge \`${target}\` into your branch, resolve what conflicts so that both intentions hold, check the result and commit it.\n\n${report}`,
    rehearsal: [{ run: `git merge --no-edit -X ours ${quoted(target)}` }],
  });
}

/** A player is asked for its word; what it commits is read, never merged. */
export function planPart(mission: MissionState): Part {
  const { asked, request } = mission;
  return part(mission, {
    item: fresh(mission, 'plan', 1),
    kind: 'plan',
    scope: [ADVICE_FILES.plan],
    title: `Plan the mission ${mission.id}`,
    task: [
      `Plan this as a mission for several agents: ${request}`,
      `Look at the repository first. Then write the plan to ${ADVICE_FILES.plan} at the top of the repository and commit it, and nothing else. It is read, shown to a person for approval, and never merged.`,
      `It is YAML: name (${mission.id}), title, request (word for word: ${JSON.stringify(request)}), understanding, criteria (a list of { text, check } where check is a command), phases${asked?.phases ? ` (${asked.phases.join(', ')})` : ''}, workers (a list of { id, phase, title, task, scope, needs, shares }). Scopes are lists of globs; two workers of one phase must not own the same files.`,
    ].join('\n\n'),
    player: asked?.player ?? null,
    rehearsal: answered(ADVICE_FILES.plan, rehearsedPlan(mission), 'Plan the mission'),
  });
}

/** What a rehearsal commits as its advice: real files, no thought. */
const answered = (path: string, value: Json, message: string): Json => [
  { write: { path, text: `${JSON.stringify(value, null, 2)}\n` } },
  { commit: message },
];

/** Two workers who each write what the rehearsal player writes when it is told nothing. JSON is YAML too. */
const rehearsedPlan = ({ id, request, asked }: MissionState): Json => ({
  name: id,
  title: `Rehearse ${id}`,
  request,
  criteria: [{ text: 'The rehearsal was played', check: `test -e rehearsal/${id}-one.md` }],
  workers: ['one', 'two'].map((worker) => ({
    id: worker,
    phase: asked?.phases?.[0] ?? 'implementation',
    title: `Play ${worker}`,
    task: request,
    scope: [`rehearsal/${id}-${worker}.md`],
  })),
});

export function decidePart(mission: MissionState, open: readonly RecordedDeviation[]): Part {
  const listed = open.map(
    (each) =>
      `${each.id} (${each.severity}, by ${each.worker ?? 'somebody'}): expected ${each.expected}; discovered ${each.discovered}; did ${each.action}; because ${each.reasoning}; impact ${each.impact}`,
  );
  return part(mission, {
    item: fresh(mission, 'decide', mission.cycle),
    kind: 'decide',
    scope: [ADVICE_FILES.decide],
    title: `Decide on what ${mission.id} found`,
    task: [
      'Agents of a mission found that reality differs from the plan. Decide on each deviation: adopt (the work stands, the plan gives way), rework (the work is merged and goes on with your instruction) or reject (the work is not merged).',
      listed.map((each) => `- ${each}`).join('\n'),
      `Write your decisions to ${ADVICE_FILES.decide} at the top of the repository and commit it, and nothing else: { "decisions": [{ "deviation": "D1", "verdict": "adopt", "instruction": "", "rationale": "…" }] }, one for each.`,
    ].join('\n\n'),
    player: mission.plan?.decider ?? null,
    about: open.map(({ id }) => id),
    rehearsal: answered(
      ADVICE_FILES.decide,
      {
        decisions: open.map(({ id }) => ({
          deviation: id,
          verdict: 'adopt',
          instruction: '',
          rationale: 'a rehearsal adopts everything',
        })),
      },
      'Decide',
    ),
  });
}

export const judgePart = (mission: MissionState): Part =>
  part(mission, {
    item: fresh(mission, `judge-${mission.phase}`, mission.cycle),
    kind: 'judge',
    scope: [ADVICE_FILES.judge],
    title: `Judge the ${mission.phase} of ${mission.id}`,
    task: [
      `The phase ${mission.phase} of a mission is merged. Look at it with fresh eyes: does it hold what the next phases need?`,
      `Write your verdict to ${ADVICE_FILES.judge} at the top of the repository and commit it, and nothing else: { "verdict": "approved" | "needs-refinement" | "failed", "cause": null | "architecture-flaw" | "model-limitation" | "other", "reasons": ["…"] }.`,
    ].join('\n\n'),
    player: mission.plan?.reviewer ?? null,
    rehearsal: answered(
      ADVICE_FILES.judge,
      { verdict: 'approved', cause: null, reasons: ['a rehearsal approves everything'] },
      'Judge',
    ),
  });
