import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from '@symphony/testkit';
import type { Stage } from '../scenarios/stage.ts';

/** Pieces of scripts that several scenarios play. */

export type Player = 'claude' | 'codex';
export const PLAYERS: readonly Player[] = ['claude', 'codex'];

/** A file and the commit that keeps it. */
export const commit = (path: string, text = 'x\n'): Step[] => [
  { write: { path, text } },
  { run: `git add -A && git commit -qm 'Add ${path}'` },
];

export const progress = (text: string, percent: number): Step => ({
  tool: { name: 'report_progress', input: { text, percent } },
});

/**
 * A command that is waited for. Codex asks its model what to do next when it takes longer than the
 * model wanted to wait, while the command goes on, and tells what a call has used only then.
 */
const waitedFor = (agent: Player, command: string, patienceMs: number): Step =>
  agent === 'codex'
    ? { tool: { name: 'exec_command', input: { cmd: command, yield_time_ms: patienceMs } } }
    : { run: command };

/** A command that takes long; not a bare sleep, which claude refuses to run. */
export const long = (agent: Player, patienceMs = 60_000): Step =>
  waitedFor(agent, 'for i in $(seq 600); do echo tick; sleep 0.5; done', patienceMs);

/**
 * A command that waits until the scenario lets it go on. It looks into the chamber and takes the sign
 * away again: a sandbox shows an agent nothing else, and a chamber must be clean at the end.
 */
export const gate = (agent: Player): Step =>
  waitedFor(agent, 'until rm gate-is-open 2>/dev/null; do sleep 0.1; done', 60_000);

export const openGate = (stage: Stage, id: string): void =>
  writeFileSync(join(stage.chamber(id), 'gate-is-open'), '');

/** Waits until the item's agent has begun a command that holds these words. */
export const begins = (stage: Stage, id: string, words: string): Promise<unknown> =>
  stage.until(`${id} begins ${words}`, () => stage.events.begun(id).some((each) => each.includes(words)));
