import { spawn } from 'node:child_process';
import { type Launch, type StopSignal, ToolError } from '@symphony/domain';

export interface ProgramRequest {
  readonly launch: Launch;
  readonly signal: StopSignal;
  readonly timeoutMs: number;
  /** What it writes beyond this ends it: enough has been said. */
  readonly mostBytes: number;
  readonly input?: string;
}

export interface ProgramResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** It had more to say. */
  readonly cut: boolean;
}

/**
 * Runs a program that reads and answers (git, a search) to its end. It starts nobody who outlives it, so its group
 * is all there is to end.
 */
export function runProgram({
  launch,
  signal,
  timeoutMs,
  mostBytes,
  input = '',
}: ProgramRequest): Promise<ProgramResult> {
  const { command, args, cwd, env } = launch;
  if (signal.aborted) return Promise.reject(stoppedError(command));
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { cwd, env, detached: true, stdio: 'pipe' });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let bytes = 0;
    let cut = false;
    const end = (): void => endGroup(child.pid);
    const timer = setTimeout(() => {
      end();
      reject(
        new ToolError(`${command} took longer than ${timeoutMs} ms.`, { code: 'E5003', retryable: true }),
      );
    }, timeoutMs);
    const stop = (): void => {
      end();
      reject(stoppedError(command));
    };
    signal.addEventListener('abort', stop, { once: true });
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      if (cut) return;
      bytes += chunk.length;
      out.push(chunk);
      if (bytes <= mostBytes) return;
      cut = true;
      end();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (err.length < 64) err.push(chunk);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      over();
      reject(error.code === 'ENOENT' ? notThere(command) : error);
    });
    child.once('close', (code) => {
      over();
      const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('utf8');
      resolve({ code: code ?? 128, out: text(out), err: text(err), cut });
    });
    child.stdin.on('error', () => undefined); // it may end before it has read everything
    child.stdin.end(input);
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const stoppedError = (command: string): ToolError =>
  new ToolError(`${command} was stopped.`, { code: 'E3001' });

const notThere = (command: string): ToolError =>
  new ToolError(`${command} is not installed, or the folder is gone.`, {
    code: 'E2001',
    guidance: `Install ${command} on this machine, or do without it.`,
  });
