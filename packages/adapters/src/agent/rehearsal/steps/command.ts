import { spawn } from 'node:child_process';
import type { ActionOf } from '../script/step.ts';
import { done, failed, type Stage, type StepEnd } from '../stage.ts';
import { removeStaleLocks } from './git.ts';

const TAIL = 4_000;
/** Output still under way when the command ends; a process it left behind may hold the pipe for ever. */
const DRAIN_MS = 200;

/**
 * Runs a shell command in the chamber. Whether an interrupted one had done its work cannot be
 * known from outside, so it is run again: a script's commands should bear repetition.
 */
export async function runStep(stage: Stage, action: ActionOf<'run'>, command: string): Promise<StepEnd> {
  if (stage.journal.interrupted) removeStaleLocks(stage.cwd);
  stage.journal.begin('repeatable', () => ({ kind: 'repeatable' }));
  const { how, ok, tail } = await shell(stage.cwd, command);
  const report = tail === '' ? how : `${how}\n${tail}`;
  if (ok) return done(report);
  return action.allowFailure ? done(`${how}, which the script allows\n${tail}`.trim()) : failed(report);
}

interface Finished {
  readonly ok: boolean;
  readonly how: string;
  readonly tail: string;
}

function shell(cwd: string, command: string): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = Buffer.alloc(0);
    const keep = (chunk: Buffer): void => {
      output = Buffer.concat([output, chunk]).subarray(-TAIL);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      const end = (): void =>
        resolve({
          ok: code === 0,
          how: code === null ? `was ended by ${signal}` : `exited with ${code}`,
          tail: output.toString('utf8').trim(),
        });
      const timer = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, DRAIN_MS);
      child.once('close', () => {
        clearTimeout(timer);
        end();
      });
    });
  });
}
