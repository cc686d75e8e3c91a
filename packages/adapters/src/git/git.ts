import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { PortError } from '@symphony/domain';
import { markerEnv } from '../process/marker.ts';

/**
 * The git binary behind one thin function. Output is text, arguments are never interpreted by a
 * shell, and the user's configuration applies except where it would make git wait for a person.
 */
export interface Git {
  /** Runs git in `cwd` and returns its output, trimmed at the end. Rejects with PortError when it fails. */
  (cwd: string, ...args: string[]): Promise<string>;
  /** The same, with failure as a value and optional input. */
  try(cwd: string, args: readonly string[], options?: { readonly input?: string }): Promise<GitResult>;
}

export interface GitResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** No daemon and no background work: what git starts for us ends with it, and nothing is waited for after a crash. */
const QUIET = ['-c', 'core.fsmonitor=false', '-c', 'gc.auto=0', '-c', 'maintenance.auto=false'];

/**
 * Git for one repository's instance. Its processes are marked, so that a later conductor waits for
 * them. `more` is added to their environment.
 */
export function openGit(instance: string, more: Readonly<Record<string, string>> = {}): Git {
  const env = {
    ...process.env,
    ...more,
    ...markerEnv({ instance, role: 'git', run: '' }),
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  } as NodeJS.ProcessEnv;
  // Where this process itself runs inside a git hook, these would redirect every command.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete env[name];

  const attempt: Git['try'] = (cwd, args, options = {}) =>
    new Promise((resolve, reject) => {
      // In a group of its own: a Ctrl-C in the terminal must not end git in the middle of a write.
      const child = spawn('git', [...QUIET, ...args], {
        cwd,
        env,
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
      child.once('error', (cause: NodeJS.ErrnoException) => reject(notStarted(cwd, cause)));
      child.once('close', (code) =>
        resolve({
          code: code ?? 128,
          stdout: Buffer.concat(out).toString('utf8'),
          stderr: Buffer.concat(err).toString('utf8'),
        }),
      );
      child.stdin.on('error', () => undefined); // git may end before it has read everything
      child.stdin.end(options.input ?? '');
    });

  const git = async (cwd: string, ...args: string[]): Promise<string> => {
    const result = await attempt(cwd, args);
    if (result.code !== 0) throw failed(args, result);
    return result.stdout.trimEnd();
  };
  return Object.assign(git, { try: attempt });
}

function notStarted(cwd: string, cause: NodeJS.ErrnoException): PortError {
  if (cause.code !== 'ENOENT')
    return new PortError({ code: 'unavailable', message: `git: ${cause.message}` }, cause);
  // The system says the same of a missing program and of a missing folder.
  const there = statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true;
  return new PortError(
    {
      code: 'missing',
      message: there
        ? 'git is not installed, or not on PATH.'
        : `git could not be started: the folder ${cwd} is missing.`,
      nextStep: there
        ? 'Install git 2.38 or newer, then try again.'
        : 'Bring the folder back, or name another one.',
    },
    cause,
  );
}

function failed(args: readonly string[], result: GitResult): PortError {
  const said = (result.stderr || result.stdout).trim();
  const message = `git ${commandIn(args).join(' ')} failed: ${said.split('\n').slice(0, 6).join(' / ').slice(0, 600)}`;
  if (!isDiskTrouble(said)) return new PortError({ code: 'refused', message });
  return new PortError({
    code: 'disk',
    message,
    nextStep: 'Free some space on this disk, or make it writable.',
  });
}

export const isDiskTrouble = (said: string): boolean =>
  /No space left on device|Disk quota exceeded|Read-only file system/i.test(said);

/** What a person would call it by, without the settings before it. */
function commandIn(args: readonly string[]): readonly string[] {
  let at = 0;
  while (args[at] === '-c') at += 2;
  return args.slice(at, at + 3);
}
