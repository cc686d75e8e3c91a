import type { Usage } from '@symphony/domain';
import type { Action, ActionOf, Step } from '../script/step.ts';
import { done, failed, type Stage, type StepEnd } from '../stage.ts';
import { askStep, permissionStep } from './asking.ts';
import { runStep } from './command.ts';
import { commitStep } from './commit.ts';
import { appendStep, editStep, writeStep } from './file.ts';
import { filledIn, fillIn } from './fill-in.ts';
import { breakOffStep, unlessInterrupted } from './interruption.ts';
import { mergeStep } from './merge.ts';
import { toolStep } from './tool.ts';
import { hangStep, instantOf } from './wait.ts';

/** Of a tool's arguments, for people who follow. */
const SUMMARY = 300;

/** Does one step, and tells of those that touch the chamber as any agent tells of its tools. */
export async function performStep(stage: Stage, step: Step, interruption: AbortSignal): Promise<StepEnd> {
  const tool = toolOf(step.action, stage);
  const { turns, part, at } = stage.journal.record;
  const id = `${turns}.${part}.${at[part]}`;
  if (tool !== null) stage.tell({ type: 'tool-started', id, ...tool });
  const end = await unlessInterrupted(interruption, attempt(stage, step.action, interruption), () =>
    breakOffStep(stage, step.action),
  );
  const summary = outcomeOf(end);
  if (tool !== null && summary !== null)
    stage.tell({ type: 'tool-ended', id, ok: end.kind === 'done', summary });
  return end.kind === 'failed' && !end.past ? { ...end, reason: named(step, end.reason) } : end;
}

/** Null: it ends more than the tool. */
function outcomeOf(end: StepEnd): string | null {
  if (end.kind === 'done') return end.summary;
  if (end.kind === 'failed') return end.reason;
  return end.kind === 'interrupted' ? 'was interrupted' : null;
}

const named = ({ label, action }: Step, reason: string): string =>
  `${label} (${action.kind}) failed: ${reason}`;

/** The edge of the script: a full disk or a missing git fails the turn, not the player. */
async function attempt(stage: Stage, action: Action, interruption: AbortSignal): Promise<StepEnd> {
  try {
    return await perform(stage, action, interruption);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function perform(stage: Stage, action: Action, interruption: AbortSignal): StepEnd | Promise<StepEnd> {
  const fill = (text: string) => fillIn(text, stage);
  switch (action.kind) {
    case 'write':
      return writeStep(stage, action, fill(action.text));
    case 'append':
      return appendStep(stage, action, fill(action.text));
    case 'edit':
      return editStep(stage, action, fill(action.replace));
    case 'run':
      return runStep(stage, action, fill(action.command));
    case 'commit':
      return commitStep(stage, fill(action.message));
    case 'merge-target':
      return mergeStep(stage);
    case 'say':
      stage.tell({ type: 'message', text: fill(action.text) });
      return done(fill(action.text));
    case 'think':
      stage.tell({ type: 'thought', text: fill(action.text) });
      return done('thought');
    case 'sleep':
      return stage.wait(action.ms).then(() => done('slept'));
    case 'spend':
      return spendStep(stage, action);
    case 'ask':
      return askStep(stage, action, fill(action.text));
    case 'permission':
      return permissionStep(stage, action, action.command === null ? null : fill(action.command));
    case 'tool':
      return toolStep(stage, action, interruption);
    case 'hang':
      return hangStep(action);
    case 'limit':
      return { kind: 'limited', until: instantOf(action.until, Date.now()), message: action.message };
    case 'fail':
      return {
        kind: 'failed',
        reason: fill(action.reason),
        past: true,
        ...(action.fault && { fault: action.fault }),
      };
    case 'exit':
      return { kind: 'leave', code: action.code, past: true };
    case 'end-turn':
      return { kind: 'turn-over' };
  }
}

/** The new total is saved with the step's end, in one rename, and told afterwards. */
function spendStep(stage: Stage, { input, output, usd }: ActionOf<'spend'>): StepEnd {
  const before = stage.journal.record.usage;
  const usage: Usage = {
    inputTokens: before.inputTokens + input,
    outputTokens: before.outputTokens + output,
    // A total with one unknown part is unknown, and stays so for the session.
    usd: before.usd === null || usd === null ? null : roundUsd(before.usd + usd),
  };
  return { kind: 'done', summary: 'spent', record: { usage }, told: { type: 'usage', usage } };
}

/** Sums of cents should read as sums of cents. */
const roundUsd = (usd: number): number => Math.round(usd * 1e9) / 1e9;

function toolOf(action: Action, stage: Stage): { name: string; summary: string } | null {
  switch (action.kind) {
    case 'write':
    case 'append':
    case 'edit':
      return { name: action.kind, summary: action.path };
    case 'run':
      return { name: 'run', summary: fillIn(action.command, stage) };
    case 'commit':
      return { name: 'commit', summary: fillIn(action.message, stage) };
    case 'tool':
      return {
        name: action.name,
        summary: JSON.stringify(filledIn(action.arguments, stage)).slice(0, SUMMARY),
      };
    case 'merge-target':
      return { name: 'merge', summary: stage.journal.record.target ?? 'no target' };
    default:
      return null;
  }
}
