import { type Evidence, trainIdOf } from '@symphony/domain';
import type { Setting } from '../decision.ts';
import type { Effect } from '../effect.ts';
import { type MissionState, partsNow } from '../mission/mission-state.ts';

/** What the steps of a mission ask to be done. Each follows from where the mission stands and may be repeated. */

export const beginMission = ({ settings }: Setting, { id, branch }: MissionState): Effect => ({
  type: 'begin-mission',
  mission: id,
  branch,
  target: settings.target,
});

export const reviewMission = ({ state }: Setting, mission: MissionState): Effect => ({
  type: 'review-mission',
  mission: mission.id,
  offers: partsNow(mission).flatMap(({ item }) => {
    const { handoff, chamber } = state.items.get(item) ?? {};
    return handoff && chamber ? [{ item, base: chamber.baseCommit, head: handoff.entry.head }] : [];
  }),
});

export const surveyMarks = ({ id, branch, base }: MissionState): Effect => ({
  type: 'survey-marks',
  mission: id,
  branch,
  base: base ?? branch,
});

/** The usual checks and those of the criteria, on what is merged. */
export const proveMission = ({ settings }: Setting, { id, branch, plan }: MissionState): Effect => ({
  type: 'prove-mission',
  mission: id,
  branch,
  commands: [
    ...new Set([
      ...settings.verify,
      ...(plan?.criteria ?? []).flatMap(({ check }) => (check === null ? [] : [check])),
    ]),
  ],
  timeoutMs: settings.verifyTimeoutMs,
});

export const offerMission = ({ id, branch }: MissionState): Effect => ({
  type: 'offer-mission',
  mission: id,
  branch,
});

/** What was proved is offered, as one piece of work. */
export const proposeMission = (
  { settings, state }: Setting,
  mission: MissionState,
  evidence: Evidence,
): Effect => ({
  type: 'propose',
  item: trainIdOf(mission.id),
  proposal: {
    identifier: mission.id,
    title: mission.plan?.title ?? mission.id,
    branch: mission.branch,
    target: settings.target,
    head: evidence.commit,
    evidence,
    about: aboutMission(mission, state),
  },
});

const ABOUT_LIMIT = 4_000;

/** For whoever reviews all of it: what was asked for, and what it is made of. */
function aboutMission({ request, parts }: MissionState, { items }: Setting['state']): string {
  const merged = parts.filter(({ item }) => items.get(item)?.outcome === 'merged');
  const list = merged.map(({ item, title }) => `- ${title} (${item})`).join('\n');
  const text = list === '' ? request : `${request}\n\nIt is made of:\n${list}`;
  return text.length > ABOUT_LIMIT ? `${text.slice(0, ABOUT_LIMIT)}…` : text;
}
