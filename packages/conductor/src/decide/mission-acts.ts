import {
  checkMission,
  isMissionName,
  type MissionAct,
  type MissionId,
  type MissionVerdict,
  trainIdOf,
  VERDICTS,
} from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Command } from '../input.ts';
import { isLive, type MissionState } from '../mission/mission-state.ts';
import { heldParts } from '../mission/next-parts.ts';
import { missionQuestions } from '../mission/questions.ts';
import { moneyLimit, OUT_OF_MONEY } from '../mission/standing.ts';
import { givenUpState, moveTracker } from './handoff.ts';
import { settleGate, unmet } from './mission-end.ts';
import { goOn } from './mission-merge.ts';
import { approveMission, missionAgain } from './mission-proposal.ts';
import { stopParts } from './mission-step.ts';
import { planAgain, recoverMission } from './missions.ts';
import { tellMission } from './reports.ts';
import { retry } from './retry.ts';

/** What a person asks of missions (M12). */

export function missionWanted(
  out: Decision,
  { state }: Setting,
  { plan, approved, by }: Extract<Command, { name: 'mission-start' }>,
): void {
  const [problem] = checkMission(plan);
  if (problem)
    return out.reply(false, `The mission cannot be played: ${problem.sentence} ${problem.nextStep}`);
  const refusal = refuseName(state, plan.name);
  if (refusal !== null) return out.reply(false, refusal);
  out.record({ type: 'mission-planned', mission: plan.name, plan, by });
  if (approved) out.record({ type: 'mission-approved', mission: plan.name, by });
  const next = approved ? 'It begins.' : `\`symphony mission approve ${plan.name}\` lets it begin.`;
  out.reply(true, `The mission ${plan.name} is planned. ${next}`, plan.name);
}

export function missionAsked(
  out: Decision,
  { state, settings }: Setting,
  command: Extract<Command, { name: 'mission-plan' }>,
): void {
  const { mission, request, phases, player, by } = command;
  if (!isMissionName(mission))
    return out.reply(
      false,
      `\`${mission}\` cannot be the name of a mission. Use lower case letters, digits and single \`-\`, 40 at most.`,
    );
  if (request.trim() === '') return out.reply(false, 'Nothing is asked for.');
  const refusal = refuseName(state, mission);
  if (refusal !== null) return out.reply(false, refusal);
  if (player !== null && !Object.hasOwn(settings.players, player))
    return out.reply(false, `There is no player ${player}; \`symphony config show players\` lists them.`);
  out.record({ type: 'mission-asked', mission, request, phases, player, by });
  out.reply(
    true,
    `${player ?? settings.defaultPlayer} plans the mission ${mission}; you are asked before it begins.`,
    mission,
  );
}

function refuseName({ missions, items }: Setting['state'], name: MissionId): string | null {
  const known = missions.get(name);
  if (items.has(name)) return `There is a work item ${name}; give the mission another name.`;
  if (!known) return null;
  return isLive(known)
    ? `The mission ${name} is being played; \`symphony mission status ${name}\` shows it.`
    : `There was a mission ${name} already; give this one another name.`;
}

export function missionActed(
  out: Decision,
  setting: Setting,
  id: MissionId,
  act: MissionAct,
  by: string,
): void {
  const mission = setting.state.missions.get(id);
  if (!mission) return out.reply(false, `There is no mission ${id}; \`symphony mission status\` lists them.`);
  if (!isLive(mission)) return out.reply(false, `The mission ${id} has ended (${mission.reason}).`);
  switch (act.kind) {
    case 'approve':
      if (mission.step !== 'planned')
        return out.reply(false, `${id} is past its approval (${mission.step}).`);
      out.record({ type: 'mission-approved', mission: id, by });
      return out.reply(true, `The mission ${id} begins.`);
    case 'pause':
      if (mission.paused) return out.reply(false, `${id} is paused already.`);
      out.record({ type: 'mission-paused', mission: id, by, reason: act.reason || `paused by ${by}` });
      return out.reply(
        true,
        `${id} starts nothing more; what is at work finishes. \`symphony mission resume ${id}\` lets it go on.`,
      );
    case 'resume':
      return resume(out, setting, mission, act.usd, by);
    case 'abort':
      return abort(out, setting, mission, act.reason, by);
    case 'decide':
      return decideOn(out, mission, act, by);
    case 'tell':
      out.record({ type: 'deviation-told', mission: id, deviation: act.deviation, by });
      return out.reply(true, `It is recorded as D${mission.deviations.length + 1}.`);
    case 'discover': {
      const { discovery } = act;
      out.record({ type: 'discovery-told', mission: id, discovery, by });
      if (discovery.critical) tellMission(out, setting, id, { from: null, finder: by, discovery });
      const heard = discovery.critical
        ? 'Those at work hear of it at their next turn.'
        : 'Those who begin from now on can read it.';
      return out.reply(true, heard);
    }
    case 'understand':
      if (!mission.understanding) return out.reply(false, `${id} is not planned yet.`);
      out.record({ type: 'understanding-changed', mission: id, change: act.change, by, why: act.why });
      return out.reply(true, `${id} knows it from now on.`);
    case 'answer':
      return answer(out, setting, mission, act.question, act.text, by);
  }
}

function resume(out: Decision, setting: Setting, mission: MissionState, usd: number, by: string): void {
  const { id } = mission;
  if (!mission.paused && usd === 0) return out.reply(false, `${id} is not paused (${mission.step}).`);
  if (usd > 0) out.record({ type: 'mission-extended', mission: id, cycles: 0, usd, by });
  if (mission.paused) out.record({ type: 'mission-resumed', mission: id, by });
  // What an effect could not do is asked for again.
  if (mission.paused) recoverMission(out, setting, mission);
  out.reply(true, `${id} goes on.`);
}

/** Everything of it stops, also over at the code host; chambers and branches stay where they are. */
function abort(out: Decision, setting: Setting, mission: MissionState, reason: string, by: string): void {
  const { state } = setting;
  const { current } = state.train;
  if (current?.proved && current.items.includes(trainIdOf(mission.id)))
    return out.reply(false, `${mission.id} is being merged at this moment.`);
  stopParts(out, setting, mission, `its mission ${mission.id} was aborted`);
  out.record({
    type: 'mission-ended',
    mission: mission.id,
    outcome: 'aborted',
    reason: reason || `aborted by ${by}`,
    commit: null,
  });
  const ref = mission.proposal?.ref ?? mission.handoff?.ref;
  if (ref !== undefined) out.perform({ type: 'withdraw', item: trainIdOf(mission.id), ref });
  out.reply(
    true,
    `${mission.id} is aborted. Its branch ${mission.branch} and its chambers stay; \`symphony chamber list\` shows them.`,
  );
}

function decideOn(
  out: Decision,
  mission: MissionState,
  act: Extract<MissionAct, { kind: 'decide' }>,
  by: string,
): void {
  const found = mission.deviations.find(({ id }) => id.toLowerCase() === act.deviation.toLowerCase());
  if (!found)
    return out.reply(
      false,
      `${mission.id} has no deviation ${act.deviation}; \`symphony mission deviations ${mission.id}\` lists them.`,
    );
  if (found.decision)
    return out.reply(
      false,
      `${found.id} is decided already: ${found.decision.verdict}, by ${found.decision.by}.`,
    );
  const { verdict, instruction, rationale } = act;
  const merged = mission.merges.some((record) => record.merged.some(({ item }) => item === found.item));
  if (verdict === 'reject' && merged)
    return out.reply(
      false,
      `What ${found.id} is about is merged already; \`rework\` with an instruction takes it out.`,
    );
  if (verdict === 'rework' && instruction.trim() === '')
    return out.reply(false, `Say what is to be done instead: an instruction goes with rework.`);
  out.record({
    type: 'deviation-decided',
    mission: mission.id,
    deviation: found.id,
    decision: { verdict, instruction, rationale: rationale || 'a person decided', by },
  });
  out.reply(true, `${found.id} is decided: ${verdict}.`);
}

/** The inbox's way: a question of the mission, and one of its choices, or for a deviation a choice and words. */
function answer(
  out: Decision,
  setting: Setting,
  mission: MissionState,
  named: string | null,
  text: string,
  by: string,
): void {
  const { id } = mission;
  const open = missionQuestions(setting.state, mission);
  const asked = named === null ? open : open.filter((each) => each.id.toLowerCase() === named.toLowerCase());
  const question = asked[0];
  if (!question)
    return out.reply(false, `${id} asks nothing of that kind; \`symphony inbox\` lists what is asked.`);
  if (asked.length > 1)
    return out.reply(
      false,
      `${id} asks ${asked.length} questions; name one with --question (${asked.map((each) => each.id).join(', ')}).`,
    );
  const choice = question.choices.find((each) => text === each || text.startsWith(`${each}:`));
  if (choice === undefined)
    return out.reply(false, `"${text}" is not one of the choices: ${question.choices.join(', ')}.`);
  const words = text.slice(choice.length + 1).trim();
  if (choice === 'abort') return abort(out, setting, mission, words, by);
  if ((VERDICTS as readonly string[]).includes(choice)) {
    const verdict = choice as MissionVerdict;
    // One click must be enough: what was found is instruction enough where a person adds nothing.
    const instruction = words || (verdict === 'rework' ? 'Go by what was discovered.' : '');
    return decideOn(
      out,
      mission,
      { kind: 'decide', deviation: question.id, verdict, instruction, rationale: words },
      by,
    );
  }
  settle(out, setting, mission, question.id, choice, words, by);
  out.reply(true, `${id} has its answer.`);
}

function settle(
  out: Decision,
  setting: Setting,
  mission: MissionState,
  question: string,
  choice: string,
  words: string,
  by: string,
): void {
  const { id, phase, cycle } = mission;
  const more = { type: 'mission-extended', mission: id, cycles: 1, usd: 0, by } as const;
  switch (`${question} ${choice}`) {
    case 'planning again':
      return planAgain(out, setting, mission);
    case 'plan approve':
      out.record({ type: 'mission-approved', mission: id, by });
      return;
    case 'money go on':
      out.record({ ...more, cycles: 0, usd: moneyLimit({ ...mission, extra: { cycles: 0, usd: 0 } }) ?? 0 });
      for (const { item: part } of mission.parts) {
        const item = setting.state.items.get(part);
        if (item?.state === 'needs_human' && item.reason.startsWith(OUT_OF_MONEY))
          retry(out, setting, item, by);
      }
      return;
    case 'purge again':
      out.record(more);
      return;
    case 'handoff again':
      return missionAgain(out, setting, mission, by);
    case 'purge go on':
      return goOn(out, setting, mission);
    case 'gate go on':
      return settleGate(out, setting, mission, 'passed', words === '' ? [] : [words], by);
    case 'gate refine':
      return settleGate(out, setting, mission, 'refine', [words || 'A person asks for it.'], by);
    case 'cycles one more':
    case 'criteria one more': {
      out.record(more);
      const allowed = { ...mission, extra: { ...mission.extra, cycles: mission.extra.cycles + 1 } };
      if (mission.step === 'working') return goOn(out, setting, { ...allowed, reason: '' });
      return unmet(out, setting, allowed, words);
    }
    case 'cycles stop here':
      for (const { item: part } of heldParts(setting.state, mission)) {
        const item = setting.state.items.get(part);
        if (item) moveTracker(out, item, givenUpState(setting.settings));
      }
      out.record({
        type: 'mission-stepped',
        mission: id,
        step: 'gating',
        phase,
        cycle,
        reason: `${by} left the rest out`,
      });
      return;
    case 'criteria yes':
      out.record({ type: 'mission-judged', mission: id, by });
      return;
    case 'handoff merge':
      return approveMission(out, setting, mission, by);
    default:
      return;
  }
}
