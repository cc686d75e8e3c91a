import { settleCompileCache } from '../program/compile-cache.ts';
import type { Spoken } from '../program/spoken.ts';
import { digestOf, Journal } from './journal.ts';
import { ConductorLine } from './line.ts';
import { occasionOf } from './occasion.ts';
import { takePlace } from './place.ts';
import { readScript, type Script } from './script/script.ts';
import type { Plays } from './script/step.ts';
import type { Stage } from './stage.ts';
import { playTurn } from './turn.ts';
import type { Opening } from './wire.ts';

/**
 * The rehearsal player: a program of its own that plays a script in the chamber it is started in.
 * It never pretends: what it reports, it did. It ends when its input ends; a turn that is under
 * way then stops after the step at hand (only `hang` notices nothing). A turn that is interrupted
 * ends inside its step.
 *
 * Greeted first, it was started before its work is known: it waits, and goes to its chamber when it
 * is told which.
 */

const line = new ConductorLine(process.stdin);
const beginning = await line.beginning();
const opening = beginning?.type === 'greet' ? await waitForWork() : beginning;
process.exit(opening === null ? 0 : await play(opening));

async function play(request: Opening): Promise<number> {
  settleCompileCache();
  if (request.place !== null) {
    takePlace(request.place);
    line.tell({ type: 'noted' });
  }
  const reading = readScript(request.script, request.attempt, request.piece);
  if (!reading.ok) return refuse(request, reading.problem);
  let stage: Stage | null = null;
  for (;;) {
    const turn = await line.nextTurn();
    if (turn === null) return 0;
    let greeting: readonly Spoken[] = [];
    if (stage === null) ({ stage, greeting } = enter(request, reading, turn.prompt));
    const end = await playTurn(stage, turn, greeting);
    if (end.kind === 'leave') return end.code;
  }
}

function waitForWork(): Promise<Opening | null> {
  settleCompileCache();
  line.tell({ type: 'noted' });
  return line.opening();
}

/** A script that cannot be played fails every turn, in words. */
async function refuse(request: Opening, problem: string): Promise<number> {
  line.tell({ type: 'ready', session: request.fresh });
  for (;;) {
    if ((await line.nextTurn()) === null) return 0;
    line.tell({ type: 'turn-ended', status: 'failed', message: problem });
  }
}

/**
 * Goes on with the journal that is asked for, where it fits. Else with one of this very run: its
 * conductor died before it heard of it. Else a new one is begun.
 */
function enter(
  request: Opening,
  { plays, fromPrompts }: Script,
  prompt: string,
): { stage: Stage; greeting: readonly Spoken[] } {
  const who = { attempt: request.attempt, digest: digestOf(plays) };
  const lookFor = (session: string) => Journal.find(request.sessions, { session, ...who });
  const found = (request.resume === null ? null : lookFor(request.resume)) ?? lookFor(request.fresh);
  const journal = found ?? begin(request, who, plays, prompt);
  line.tell({ type: 'ready', session: journal.record.session });
  const stage: Stage = {
    cwd: process.cwd(),
    plays,
    fromPrompts,
    journal,
    tools: request.tools,
    turnName: () => (request.turn === null ? null : `${request.fresh} ${line.turn + request.turn - 1}`),
    tell: (event) => line.tell(event),
    answerTo: (question, ask) => {
      if (!line.hasAnswer(question)) ask();
      return line.answerTo(question);
    },
    wait: (ms) => line.wait(ms),
    alone: () => line.closed,
  };
  return { stage, greeting: found ? greetingOf(found) : beginAnew(request.resume) };
}

function beginAnew(wanted: string | null): readonly Spoken[] {
  if (wanted === null) return [];
  const text = `The session ${wanted} does not fit this script and attempt: I begin anew.`;
  return [{ type: 'message', text }];
}

function begin(
  request: Opening,
  who: { attempt: number; digest: string },
  plays: Plays,
  prompt: string,
): Journal {
  // A session that begins with one of these is for work that has been played already.
  const over = ['conflict', 'review'].includes(occasionOf(prompt).kind);
  const at = { main: over ? plays.main.length : 0, conflict: 0, failedChecks: 0, review: 0, prompted: 0 };
  return Journal.begin(request.sessions, { session: request.fresh, ...who }, at);
}

/** The total may have been saved and never told. After a finished turn there is nothing else to say. */
function greetingOf(journal: Journal): readonly Spoken[] {
  const { usage, part, at, open } = journal.record;
  const spent = usage.inputTokens + usage.outputTokens > 0 || usage.usd !== 0;
  const text = `I go on with the session in the middle of a turn, at step ${at[part] + 1}.`;
  return [
    ...(spent ? [{ type: 'usage', usage } as const] : []),
    ...(open ? [{ type: 'message', text } as const] : []),
  ];
}
