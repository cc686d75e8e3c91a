import { spawn } from 'node:child_process';
import { RequestError } from '@symphony/protocol';

/**
 * Git whose output is taken as it comes and only as far as it is wanted: what an agent changed may be
 * larger than memory. It may run neither hooks nor monitors, because its working tree is an agent's.
 */
export interface GitCall {
  readonly cwd: string;
  readonly args: readonly string[];
  /** Beside the surroundings of this process. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Buffer;
}

const QUIET = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'gc.auto=0', 'maintenance.auto=false'];
/** Larger files are compared as bytes: line by line they would take git's memory many times over. */
const AS_TEXT = 'core.bigFileThreshold=16m';
const SETTINGS = [...QUIET, AS_TEXT].flatMap((setting) => ['-c', setting]);

const PATIENCE_MS = 20_000;
/** Of what git complains about. */
const MOST_SAID = 4_000;

/** Gives the output to `take` until git ends or `take` answers false: it has enough. */
export async function readGit(
  call: GitCall,
  take: (chunk: Buffer) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const { code, enough, late, said } = await run(call, take, patienceMs);
  if (enough || code === 0) return;
  if (late)
    throw new RequestError(
      'timeout',
      `Git needs more than ${Math.round(patienceMs / 1000)} seconds to compare this.`,
      'Look at it with `git diff` in a terminal.',
    );
  throw new RequestError(
    'unavailable',
    `Git could not compare this: ${complaintOf(said) || `it ended with ${code ?? 'a signal'}`}.`,
    'Try again in a moment; `symphony doctor` looks at the repository.',
  );
}

const complaintOf = (said: string): string =>
  (said.trim().split('\n', 1)[0] ?? '')
    .replace(/^(?:error|fatal|warning): /, '')
    .replace(/\.$/, '')
    .slice(0, 300);

interface Ending {
  readonly code: number | null;
  readonly enough: boolean;
  readonly late: boolean;
  readonly said: string;
}

function run(call: GitCall, take: (chunk: Buffer) => boolean, patienceMs: number): Promise<Ending> {
  return new Promise((resolve, reject) => {
    // In a group of its own: what git starts (a filter) is ended with it.
    const child = spawn('git', [...SETTINGS, ...call.args], {
      cwd: call.cwd,
      env: environment(call.env),
      detached: true,
      stdio: 'pipe',
    });
    let enough = false;
    let late = false;
    let said = '';
    const end = () => {
      child.stdout.destroy();
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        endGroup(child.pid);
    };
    const timer = setTimeout(() => {
      late = true;
      end();
    }, patienceMs);
    child.stdout.on('data', (chunk: Buffer) => {
      if (enough || take(chunk)) return;
      enough = true;
      end();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < MOST_SAID) said += chunk.toString('utf8');
    });
    child.once('error', (cause: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(notStarted(cause));
    });
    child.stdin.on('error', () => undefined); // git may end before it has read everything
    child.stdin.end(call.input ?? '');
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, enough, late, said });
    });
  });
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has just ended
  }
}

function environment(more: GitCall['env']): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  };
  // Where this process itself runs inside a git hook, these would redirect every command.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_EXTERNAL_DIFF']) delete env[name];
  return { ...env, ...more };
}

const notStarted = (cause: NodeJS.ErrnoException): RequestError =>
  cause.code === 'ENOENT'
    ? new RequestError(
        'missing',
        'Git could not be started: it is not on PATH, or the folder to look at is gone.',
        'See that git is installed, then ask again.',
        cause,
      )
    : new RequestError('unavailable', `Git could not be started: ${cause.message}.`, 'Try again.', cause);
