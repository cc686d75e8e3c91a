import {
  type GivenContext,
  givenContext,
  type ItemId,
  owes,
  type Passage,
  purgedKeys,
  type RecordedDeviation,
} from '@symphony/domain';
import type { ConductorState } from '../state.ts';
import type { MissionState, PartPlace } from './mission-state.ts';

/** How much of an agent's attention a mission takes, in characters (M7). */
const BUDGET = 12_000;

/** What agents write must not push out what they are told by us. */
const UNDERSTANDING = BUDGET / 2;

const bounded = (text: string): string =>
  text.length <= UNDERSTANDING ? text : `${text.slice(0, UNDERSTANDING)} … (get_context has the rest)`;

/** What the agent of an item is told of its mission; null for work outside missions. */
export function contextOf(state: ConductorState, item: ItemId): GivenContext | null {
  const place = state.missionParts.get(item);
  const mission = place && state.missions.get(place.mission);
  if (!mission || place.part.kind === 'plan') return null;
  return givenContext(passages(state, mission, place.part), BUDGET);
}

function passages(state: ConductorState, mission: MissionState, part: PartPlace['part']): readonly Passage[] {
  const { understanding, plan } = mission;
  const must = (about: string, text: string): Passage => ({ level: 'must', about, text });
  const should = (about: string, text: string): Passage => ({ level: 'should', about, text });
  const reference = (about: string, text: string): Passage => ({ level: 'reference', about, text });
  const worker = plan?.workers.find(({ id }) => id === part.worker);
  const owed = worker ? owes(plan?.phases ?? [], worker.phase) : [];
  return [
    must('your part', ownPart(mission, part)),
    must('criteria', listed('It is done when', understanding?.criteria ?? [])),
    must('deviations', HOW_TO_DEVIATE),
    ...(owed.length === 0
      ? []
      : [
          must(
            'what to hand on',
            `Before you end, hand these on with the tool hand_on, each as a list of short texts: ${owed.join(', ')}.`,
          ),
        ]),
    must(
      'understanding',
      `The mission as it is understood now: ${bounded(understanding?.current ?? mission.request)}`,
    ),
    ...inherited(mission, part),
    ...decisions(mission).map((each) => should(`deviation ${each.id}`, decided(each))),
    ...(understanding?.requirements ?? []).map((each) => should('requirement', `Requirement: ${each.text}`)),
    ...(understanding?.rules ?? []).map((each) =>
      should(`${each.area} rule`, `Rule (${each.area}): ${each.text}`),
    ),
    ...(plan?.workers ?? [])
      .filter((each) => each.phase === part.phase && each.id !== part.worker)
      .map((each) =>
        should(`worker ${each.id}`, `${each.id} works on ${each.scope.join(', ')}: ${each.title}`),
      ),
    ...mission.lessons.map((each) => reference('lesson', `Learnt before: ${each}`)),
    ...state.discoveries
      .filter(
        ({ item }) =>
          item === mission.id || (state.missionParts.get(item)?.mission === mission.id && item !== part.item),
      )
      .map(({ discovery }) => reference('discovery', `Discovered: ${discovery.title}. ${discovery.detail}`)),
    ...mission.deviations
      .filter((each) => each.severity === 'minor' && each.item !== part.item)
      .map((each) =>
        reference(
          `deviation ${each.id}`,
          `Minor deviation of ${each.worker ?? 'somebody'}: ${each.discovered}`,
        ),
      ),
    ...(understanding?.clarifications ?? []).map((each) =>
      reference('clarification', `Clarified by ${each.by}: ${each.new} (${each.why})`),
    ),
    ...(understanding
      ? [reference('original request', `Asked for, word for word: ${understanding.originalRequest}`)]
      : []),
  ].filter(({ text }) => text.trim() !== '');
}

function ownPart(mission: MissionState, { worker, scope, phase, cycle, kind }: PartPlace['part']): string {
  const who = worker === null ? `the ${kind} of` : `${worker} in`;
  return [
    `You are ${who} the mission ${mission.id}${phase === null ? '' : `, phase ${phase}, cycle ${cycle}`}.`,
    scope.length === 0 || scope.includes('**')
      ? ''
      : `Change only what is yours: ${scope.join(', ')}. The tool request_scope asks for more.`,
  ]
    .filter((each) => each !== '')
    .join(' ');
}

const HOW_TO_DEVIATE = [
  'Where reality differs from this plan, tell it with the tool record_deviation, and mark the place in a comment:',
  '- `DEVIATION_MINOR:` you do it better and go on.',
  '- `ARCHITECTURAL_MISMATCH:` a major one: put a stub there, skip what depends on it, and go on with the rest.',
  '- `FUNDAMENTAL_BREAK:` what the plan rests on does not hold: write interfaces only, and end.',
].join('\n');

const listed = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${heading}:\n${lines.map((line) => `- ${line}`).join('\n')}`;

/** What earlier phases handed on, as far as it still holds: what a phase owes must be read by the next one. */
function inherited({ plan, handOns, phase }: MissionState, part: PartPlace['part']): readonly Passage[] {
  if (!plan || phase === null) return [];
  const at = plan.phases.indexOf(part.phase ?? phase);
  const gone = purgedKeys(plan.phases.slice(0, at));
  const before = plan.phases[at - 1];
  return handOns
    .filter((each) => plan.phases.indexOf(each.phase) < at && !gone.has(each.key))
    .map((each) => ({
      level: each.phase === before && owes(plan.phases, each.phase).includes(each.key) ? 'must' : 'should',
      about: `hand-on ${each.key}`,
      text: listed(`${each.key} (from ${each.worker ?? each.phase})`, each.values),
    }));
}

const decisions = ({ deviations }: MissionState): readonly RecordedDeviation[] =>
  deviations.filter(({ decision }) => decision !== null);

const decided = ({ id, discovered, decision }: RecordedDeviation): string =>
  `${id} was decided: ${discovered} → ${decision?.verdict}${decision?.instruction ? `: ${decision.instruction}` : ''}`;
