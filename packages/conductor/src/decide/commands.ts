import type { Decision, Setting } from '../decision.ts';
import type { Command } from '../input.ts';
import type { ItemState } from '../state.ts';
import { ELSEWHERE } from './handoff.ts';
import { lookAtProposals } from './looking.ts';
import { drainMelodies, melodyWanted } from './melodies.ts';
import { melodyActed } from './melody-acts.ts';
import { missionActed, missionAsked, missionWanted } from './mission-acts.ts';
import { retry, wordFor } from './retry.ts';
import { playTurnAgain } from './running.ts';
import { review, steer } from './steering.ts';
import { stopItem, withdrawItem } from './stopping.ts';
import { wantTakeover } from './takeover.ts';
import { readTracker } from './tracker.ts';

/** What an operator asked for (C20). Each command is recorded with who asked, taken or not. */
export function commanded(out: Decision, setting: Setting, command: Command): void {
  const id = 'item' in command ? command.item : null;
  const what = command.name === 'noted' ? command.what : command.name;
  out.record({ type: 'operator-commanded', command: what, item: id, by: command.by });
  switch (command.name) {
    case 'drain':
      out.record({ type: 'drain-changed', draining: command.on, by: command.by });
      drainMelodies(out, setting, command.on);
      out.reply(
        true,
        command.on ? 'Draining: running items finish, nothing new starts.' : 'No longer draining.',
      );
      return;
    case 'refresh':
      readTracker(out, setting);
      out.reply(true, 'The tracker is being read.');
      return;
    case 'noted':
      readTracker(out, setting);
      out.reply(true, 'It is on record.');
      return;
    case 'melody-run': {
      const { melody, by, dry = false } = command;
      const trigger = { kind: 'manual', detail: `asked for by ${by}`, key: null } as const;
      const wanted = melodyWanted(out, setting, { ...command, trigger });
      const verb = dry ? 'rehearsed' : 'played';
      if ('run' in wanted) out.reply(true, `${melody.name} is ${verb} as ${wanted.run}.`, wanted.run);
      else out.reply(false, wanted.refusal);
      return;
    }
    case 'mission-start':
      return missionWanted(out, setting, command);
    case 'mission-plan':
      return missionAsked(out, setting, command);
    case 'mission':
      return missionActed(out, setting, command.mission, command.act, command.by);
    case 'melody':
      return melodyActed(out, setting, command.run, command.act, command.by);
    default:
  }
  const item = setting.state.items.get(command.item);
  if (!item) {
    out.reply(false, `There is no item ${command.item}; \`symphony status\` lists them.`);
    return;
  }
  switch (command.name) {
    case 'pause':
      return pause(out, item, command.now, command.by);
    case 'resume':
      return resume(out, setting, item, command.by);
    case 'kill':
      return kill(out, setting, item, command.by);
    case 'retry':
      return retry(out, setting, item, command.by);
    case 'approve':
      return approve(out, setting, item, command.by);
    case 'steer':
      return steer(out, item, command.text, command.by);
    case 'review':
      return review(out, setting, item, command);
    case 'takeover': {
      const { identifier } = item.tracked;
      const refusal = wantTakeover(out, item, command.by);
      if (refusal !== null) return out.reply(false, `${identifier} cannot be taken over: ${refusal}.`);
      return out.reply(true, `${identifier} is yours when its agent ends this turn.`);
    }
    case 'answer':
      return answer(out, setting, item, command.question, command.text, command.by);
  }
}

function pause(out: Decision, item: ItemState, now: boolean, by: string): void {
  const { identifier, id } = item.tracked;
  const { run } = item;
  if (item.state !== 'running' || !run || run.phase === 'ending' || run.phase === 'proving') {
    return out.reply(
      false,
      `${identifier} is ${wordFor(item)}: only an item whose agent is at work can be paused.`,
    );
  }
  // Between two turns there is nothing to freeze: the pause falls on the boundary itself.
  if (!now || run.phase !== 'turn') {
    out.record({ type: 'pause-wanted', item: id, by });
    return out.reply(true, `${identifier} pauses when its agent ends this turn.`);
  }
  if (!out.move(item, 'pause_requested', `paused by ${by}`))
    return out.reply(false, `${identifier} cannot be paused now.`);
  out.record({ type: 'run-suspended', item: id, run: run.id });
  out.perform({ type: 'suspend-agent', run: run.id, on: true });
  out.reply(true, `${identifier} is frozen; \`symphony resume ${identifier}\` lets it go on.`);
}

function resume(out: Decision, setting: Setting, item: ItemState, by: string): void {
  const { identifier, id } = item.tracked;
  const { run } = item;
  if (item.state === 'running' && run?.pauseWanted) {
    out.record({ type: 'pause-withdrawn', item: id, by });
    return out.reply(true, `${identifier} goes on.`);
  }
  if (item.state !== 'paused' || !run)
    return out.reply(false, `${identifier} is ${wordFor(item)}, not paused.`);
  if (run.takeover !== null)
    return out.reply(false, `${identifier} is in a person's hands; it goes on when they leave it.`);
  if (!out.move(item, 'resume', '')) return;
  if (run.suspended) out.perform({ type: 'suspend-agent', run: run.id, on: false });
  else playTurnAgain(out, setting, item, run, { turn: run.turn + 1, kind: 'after-pause' });
  out.reply(true, `${identifier} goes on.`);
}

function kill(out: Decision, setting: Setting, item: ItemState, by: string): void {
  const { identifier } = item.tracked;
  const reason = `stopped by ${by}`;
  if (item.state === 'handed_off') {
    const done = withdrawItem(out, setting, item, reason);
    const message = done
      ? `${identifier} is ${item.proposal ? 'withdrawn' : 'taken out of the train'}; its branch stays.`
      : `${identifier} is being merged at this moment.`;
    return out.reply(done, message);
  }
  if (!stopItem(out, setting, item, reason, { clean: false })) {
    return out.reply(false, `${identifier} is ${wordFor(item)}: there is nothing to stop.`);
  }
  const kept = item.chamber ? ` Its work stays in ${item.chamber.path}.` : '';
  out.reply(true, `${identifier} is stopped.${kept} \`symphony retry ${identifier}\` starts it again.`);
}

function approve(out: Decision, setting: Setting, item: ItemState, by: string): void {
  const { identifier, id } = item.tracked;
  const mission = setting.state.missionParts.get(id)?.mission;
  if (mission !== undefined)
    return out.reply(
      false,
      `${identifier} is merged by its mission: \`symphony mission status ${mission}\` says what it waits for.`,
    );
  if (item.state !== 'handed_off' || !item.handoff) {
    return out.reply(false, `${identifier} is ${wordFor(item)}: only handed-off work can be approved.`);
  }
  if (item.handoff.approved) return out.reply(true, `${identifier} is approved already.`);
  out.record({ type: 'handoff-approved', item: id, by, ...(item.proposal && ELSEWHERE) });
  if (!item.proposal) return out.reply(true, `${identifier} joins the merge train.`);
  lookAtProposals(out, setting, true);
  out.reply(true, `${identifier} is merged as soon as its checks pass and nobody asks for changes.`);
}

function answer(
  out: Decision,
  { state }: Setting,
  item: ItemState,
  question: string | null,
  text: string,
  by: string,
): void {
  const { identifier, id } = item.tracked;
  const open = [...state.questions.values()].filter(
    (each) => each.item === id && (question === null || each.question.id === question),
  );
  const first = open[0];
  if (!first)
    return out.reply(false, `${identifier} has no such open question; \`symphony inbox\` lists them.`);
  if (open.length > 1) {
    const ids = open.map((each) => each.question.id).join(', ');
    return out.reply(
      false,
      `${identifier} asks ${open.length} questions; name one with --question (${ids}).`,
    );
  }
  const { choices } = first.question;
  if (choices.length > 0 && !choices.includes(text)) {
    return out.reply(false, `"${text}" is not one of the choices: ${choices.join(', ')}.`);
  }
  give(out, first.item, first.run, first.question.id, text, by);
  out.reply(true, `${identifier} has its answer.`);
}

/** Hands an answer to the agent that asked. */
export function give(
  out: Decision,
  item: string,
  run: string,
  question: string,
  text: string,
  by: string,
): void {
  out.record({ type: 'question-answered', item, question, answer: text, by });
  out.perform({ type: 'answer-agent', run, question, text });
}
