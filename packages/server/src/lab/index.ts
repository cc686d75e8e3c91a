import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { MemoryJournal } from '@symphony/adapters/journal/memory';
import { PortError, type RuntimeEvent } from '@symphony/domain';
import { type Ensemble, openEnsemble } from '../chat/ensemble.ts';
import { asksFor } from '../chat/questions.ts';
import { freshNames } from '../fresh-names.ts';
import { redactor, secretsOf } from '../hosting/index.ts';
import { loadProjectConfig, openProjectArtifacts } from '../project.ts';
import { SystemClock } from '../system-clock.ts';
import { warn } from '../warning.ts';
import type { Workplace } from '../workplace.ts';
import { type Arm, configured, readArm } from './arm.ts';
import { seeded, shuffled } from './random.ts';
import { type LabReport, reportOf, type TrialResult } from './report.ts';
import { missedBy, readTrials, type Trial } from './trials.ts';

export type { ArmReport, LabReport, TrialResult } from './report.ts';
export type { Estimate } from './statistics.ts';

export interface LabRequest {
  readonly file: string;
  readonly a: string;
  readonly b: string;
  readonly seed: number;
  readonly rounds: number;
  readonly signal: AbortSignal;
  readonly onResult: (result: TrialResult, done: number, all: number) => void;
}

interface Bench {
  readonly arm: Arm;
  readonly ensemble: Ensemble;
  readonly journal: MemoryJournal;
}

/**
 * Holds two configurations against each other (R18): the same requests, in an order of chance that the seed decides,
 * one at a time so that none is in another's way. Neither learns from the other or from the chats.
 */
export async function runLab(
  workplace: Workplace,
  request: LabRequest,
): Promise<LabReport & { readonly artifact: string }> {
  const trials = readTrials(await readSet(request.file), request.file);
  const arms = { a: readArm(request.a), b: readArm(request.b) };
  const benches = { a: await openBench(workplace, arms.a), b: await openBench(workplace, arms.b) };
  const results: TrialResult[] = [];
  try {
    const turns = turnsOf(trials, request);
    for (const { trial, arm, round } of turns) {
      request.signal.throwIfAborted();
      const result = await play(benches[arm], trial, arm, round, request.signal);
      results.push(result);
      request.onResult(result, results.length, turns.length);
    }
  } finally {
    await Promise.all([benches.a.ensemble.close(), benches.b.ensemble.close()]);
  }
  const { a, b, seed, rounds } = request;
  const report = reportOf(results, { a, b, seed, rounds });
  return { ...report, artifact: await keep(workplace, request.file, report) };
}

interface Turn {
  readonly trial: Trial;
  readonly arm: 'a' | 'b';
  readonly round: number;
}

/** Both play a request one right after the other, and chance says who begins: what changes over time meets both. */
function turnsOf(trials: readonly Trial[], { seed, rounds }: LabRequest): readonly Turn[] {
  const chance = seeded(seed);
  return Array.from({ length: rounds }, (_, at) => at + 1).flatMap((round) =>
    shuffled(trials, chance).flatMap((trial) =>
      shuffled(['a', 'b'] as const, chance).map((arm) => ({ trial, arm, round })),
    ),
  );
}

async function openBench(workplace: Workplace, arm: Arm): Promise<Bench> {
  const loaded = await loadProjectConfig(workplace);
  if (!loaded.ok)
    throw new PortError({
      code: 'invalid',
      message: `The configuration cannot be used: ${loaded.problems.map(({ message }) => message).join(' ')}`,
      nextStep: '`symphony config validate` lists every problem.',
    });
  const journal = new MemoryJournal();
  const redact = redactor(secretsOf(loaded, [], process.env));
  const ensemble = await openEnsemble({
    workplace,
    loaded: configured(loaded, arm),
    env: process.env,
    clock: new SystemClock(0),
    names: freshNames,
    journal,
    cabinet: new MemoryCabinet(),
    redact,
    permit: (tool) => (asksFor(tool) ? `${tool.name} is not for the lab: nobody is asked there.` : null),
    warn,
  });
  if (ensemble.trouble) {
    await ensemble.close();
    throw new PortError({ code: 'missing', ...ensemble.trouble });
  }
  return { arm, ensemble, journal };
}

async function play(
  { ensemble }: Bench,
  trial: Trial,
  arm: 'a' | 'b',
  round: number,
  signal: AbortSignal,
): Promise<TrialResult> {
  let outcome: Extract<RuntimeEvent, { type: 'ended' }>['outcome'] | null = null;
  const tools: string[] = [];
  const begun = performance.now();
  await ensemble.play({
    task: trial.ask,
    session: freshNames('lab'),
    attached: [],
    history: [],
    signal,
    onEvent: (event) => {
      if (event.type === 'ended') outcome = event.outcome;
      if (event.type === 'tool-ended' && event.result.success) tools.push(event.tool);
    },
  });
  const latencyMs = performance.now() - begun;
  return resultOf(trial, arm, round, latencyMs, outcome, tools);
}

function resultOf(
  trial: Trial,
  arm: 'a' | 'b',
  round: number,
  latencyMs: number,
  outcome: Extract<RuntimeEvent, { type: 'ended' }>['outcome'] | null,
  tools: readonly string[],
): TrialResult {
  const answer = outcome?.answer ?? '';
  const missed = outcome?.success ? missedBy(trial.check, answer, tools) : null;
  const error = outcome?.success ? missed : (outcome?.error ?? 'It did not come to an end.');
  return {
    trial: trial.name,
    arm,
    round,
    completed: error === null,
    tokens: (outcome?.metrics.tokens.input ?? 0) + (outcome?.metrics.tokens.output ?? 0),
    usd: outcome?.metrics.cost ?? null,
    latencyMs,
    answer,
    error,
  };
}

async function readSet(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PortError({
      code: 'missing',
      message: `${file} cannot be read: ${code ?? error}.`,
      nextStep: 'Name a file with requests.',
    });
  }
}

async function keep(workplace: Workplace, file: string, report: LabReport): Promise<string> {
  const artifacts = await openProjectArtifacts(workplace);
  try {
    const { id } = await artifacts.store(
      { name: `lab-${basename(file)}.json`, type: 'report', tags: ['lab'] },
      JSON.stringify(report, null, 2),
    );
    return id;
  } finally {
    artifacts.close();
  }
}
