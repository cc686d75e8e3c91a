import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRepository, type Repository } from '@symphony/testkit';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SYMPHONY = join(ROOT, 'bin', 'symphony.mjs');

export interface StageOptions {
  /** The text of `.symphony/symphony.yaml`, without `http`. */
  readonly config?: string;
  /** Items of the board by identifier: front matter and text, as in a file. */
  readonly items?: Readonly<Record<string, string>>;
  /** Further files of the repository, committed before it is played. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A repository with a real daemon on it, in rehearsal. */
export interface Stage {
  readonly repository: Repository;
  /** The workbench's address with the token that lets one in. */
  address(path?: string): string;
  /** Ends the daemon as a power cut would, or by asking. */
  end(how: 'kill' | 'ask'): Promise<void>;
  /** Starts it again, at the same address. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

/** A start takes two seconds; beside a machine full of other work it took twenty. */
const PATIENCE_MS = 45_000;

const QUIET = `
target: main
polling: { interval: 300ms }
shutdown_grace: 1s
`;

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const repository = await makeRepository({ files: { 'README.md': 'hello\n', ...options.files } });
  const folder = join(repository.path, '.symphony');
  mkdirSync(join(folder, 'board'), { recursive: true });
  for (const [name, text] of Object.entries(options.items ?? {}))
    writeFileSync(join(folder, 'board', `${name}.md`), text);
  let daemon: ChildProcess | null = null;
  let url = '';
  const holder = join(folder, 'run', 'conductor.json');

  const stage: Stage = {
    repository,
    address: (path = '/') =>
      `${url}${path}#token=${readFileSync(join(folder, 'run', 'token'), 'utf8').trim()}`,
    async begin() {
      // The first time any free port, later the same one: an open page must find it again.
      const port = url === '' ? 0 : Number(new URL(url).port);
      const config = `${options.config ?? QUIET}\nhttp: { port: ${port} }\n`;
      writeFileSync(join(folder, 'symphony.yaml'), config);
      let said = '';
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', SYMPHONY, 'run', '--rehearse'],
        {
          cwd: repository.path,
          // Nobody's account is used, whoever runs this.
          env: { ...process.env, ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      const hear = (chunk: Buffer): void => {
        said = (said + chunk.toString()).slice(-10_000);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      daemon = child;
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        const told = existsSync(holder) ? (JSON.parse(readFileSync(holder, 'utf8')) as Holder) : null;
        if (told?.pid === child.pid && told?.url) {
          url = told.url;
          return;
        }
        if (child.exitCode !== null || Date.now() > until)
          throw new Error(`the daemon did not begin: ${said}`);
        await sleep(50);
      }
    },
    async end(how) {
      const child = daemon;
      daemon = null;
      if (!child || child.exitCode !== null) return;
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
      await gone;
    },
    async close() {
      await stage.end('ask');
      await repository.remove();
    },
  };
  await stage.begin();
  return stage;
}

interface Holder {
  readonly pid: number;
  readonly url?: string | null;
}
