import { failureOf, type MissionId, PortError } from '@symphony/domain';
import type { EffectOf, Stage } from './ports.ts';

/** What missions ask of git and of the tracker. What fails is told to the mission, which pauses with it. */

async function attempt(
  { post, isClosing }: Stage,
  mission: MissionId,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isClosing()) post({ type: 'mission-broke', mission, failure: failureOf(error) });
  }
}

export const openMission = (
  stage: Stage,
  { mission, branch, target }: EffectOf<'begin-mission'>,
): Promise<void> =>
  attempt(stage, mission, async () => {
    const { base, commit } = await stage.ports.survey.openBranch(branch, target);
    if (commit !== base)
      throw new PortError({
        code: 'refused',
        message: `The branch ${branch} is there already and holds other work.`,
        nextStep:
          'Delete or rename it, then `symphony mission resume`; or abort and give the mission another name.',
      });
    const lessons = await stage.ports.lessons();
    stage.post({ type: 'mission-begun', mission, branch, base, lessons });
  });

export const makePart = (stage: Stage, { mission, part }: EffectOf<'make-part'>): Promise<void> =>
  attempt(stage, mission, async () => {
    const { tracker } = stage.ports;
    if (!tracker.create)
      throw new PortError({
        code: 'refused',
        message: `The ${tracker.kind} tracker cannot take items that Symphony makes.`,
        nextStep: 'Play missions on the built-in board.',
      });
    const { item, title, task, player, rehearsal, worker } = part;
    await tracker.create({
      id: item,
      title,
      description: task,
      labels: [mission],
      priority: null,
      fields: {
        mission,
        ...(worker === null ? {} : { worker }),
        ...(player === null ? {} : { player }),
        ...(rehearsal === undefined ? {} : { rehearsal }),
      },
    });
    stage.post({ type: 'tick' });
  });

/** Marks in what was offered, and which of the offers will not go together. */
export const reviewMission = (stage: Stage, { mission, offers }: EffectOf<'review-mission'>): Promise<void> =>
  attempt(stage, mission, async () => {
    const { survey } = stage.ports;
    const marks = [];
    const sights = [];
    for (const { item, base, head } of offers) {
      for (const mark of await survey.marks(base, head)) marks.push({ item, mark });
      sights.push({ item, sight: { commit: head, tree: '', files: await survey.changed(base, head) } });
    }
    const conflicts = [];
    for (const [at, { item: a, sight }] of sights.entries()) {
      for (const { item: b, sight: other } of sights.slice(at + 1)) {
        if (!sight.files.some((file) => other.files.includes(file))) continue;
        const files = await survey.trial(sight, other);
        if (files.length > 0) conflicts.push({ a, b, files });
      }
    }
    stage.post({ type: 'mission-reviewed', mission, marks, conflicts });
  });

export const surveyMarks = (
  stage: Stage,
  { mission, branch, base }: EffectOf<'survey-marks'>,
): Promise<void> =>
  attempt(stage, mission, async () => {
    const commit = await headOf(stage, branch);
    const marks = await stage.ports.survey.marks(base, commit);
    stage.post({ type: 'marks-surveyed', mission, commit, marks });
  });

/** The merge train's own way of proving, with nothing to merge. */
export const proveMission = (stage: Stage, effect: EffectOf<'prove-mission'>): Promise<void> =>
  attempt(stage, effect.mission, async () => {
    const { mission, branch: target, commands: verify, timeoutMs: verifyTimeoutMs } = effect;
    const request = { target, entries: [], verify, verifyTimeoutMs, provedTrees: [] };
    const assembly = await stage.ports.codeHost.assemble(request);
    if (assembly.kind !== 'assembled') throw new Error(`nothing was merged, and yet ${target} conflicts`);
    if (!stage.isClosing()) stage.post({ type: 'mission-proved', mission, evidence: assembly.evidence });
  });

export const offerMission = (stage: Stage, { mission, branch }: EffectOf<'offer-mission'>): Promise<void> =>
  attempt(stage, mission, async () => {
    stage.post({ type: 'mission-ready', mission, commit: await headOf(stage, branch) });
  });

export async function takeAdvice(
  { ports, post }: Stage,
  { item, kind, commit }: EffectOf<'take-advice'>,
): Promise<void> {
  try {
    const read = await ports.advice.read({ kind, commit });
    if (!read.ok) throw new PortError({ code: 'invalid', message: read.problems.join(' ') });
    post({ type: 'advice-taken', item, advice: read.advice });
  } catch (error) {
    post({ type: 'advice-lost', item, failure: failureOf(error) });
  }
}

async function headOf({ ports }: Stage, branch: string): Promise<string> {
  const commit = await ports.survey.commitOf(branch);
  if (commit !== null) return commit;
  throw new PortError({
    code: 'missing',
    message: `The branch ${branch} is gone.`,
    nextStep: 'Restore it, then `symphony mission resume`.',
  });
}
