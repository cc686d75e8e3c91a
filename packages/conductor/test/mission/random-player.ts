import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentEvent, AgentPort, AgentSession, AgentStart, Chance } from '@symphony/domain';

const run = promisify(execFile);

/**
 * An agent inside the test that does random things to its chamber and commits them: edits, additions,
 * renames, deletions, places many others change too, files that fail the checks alone or only together.
 */
export class RandomPlayer implements AgentPort {
  readonly name = 'rehearsal';
  /** Every commit anybody made, to be looked for at the end. */
  readonly commits = new Set<string>();
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  async start(start: AgentStart, hear: (event: AgentEvent) => void): Promise<AgentSession> {
    hear({ type: 'started', sessionId: start.run, process: null });
    const play = (prompt: string): void =>
      void this.#turn(start, prompt).then(
        () => hear({ type: 'turn-ended', status: 'completed', message: 'done' }),
        (error: Error) => hear({ type: 'turn-ended', status: 'failed', message: error.message }),
      );
    play(start.prompt);
    return {
      process: null,
      prompt: async (text) => play(text),
      stop: async () => hear({ type: 'exited', code: 0, signal: null, message: '' }),
    };
  }

  async #turn({ cwd, item, attempt }: AgentStart, prompt: string): Promise<void> {
    const git = async (...args: string[]) => (await run('git', args, { cwd })).stdout.trim();
    const cameBack = /The (conflict|failed-on-target) turn/.test(prompt);
    if (cameBack) await this.#bringTogether(cwd, git, String(item.fields.mission ?? ''));
    if (item.id.includes('-purge')) await this.#purge(cwd);
    else await this.#change(cwd, item.id, cameBack || attempt > 1);
    await git('add', '--all');
    await git('commit', '--quiet', '--allow-empty', '-m', `${item.id}: ${attempt}`);
    for (const commit of (await git('rev-list', 'HEAD')).split('\n')) this.commits.add(commit);
  }

  async #bringTogether(
    cwd: string,
    git: (...args: string[]) => Promise<string>,
    mission: string,
  ): Promise<void> {
    const target = mission === '' ? 'main' : `symphony/mission/${mission}`;
    await git('merge', '--no-edit', '-X', 'ours', target).catch(async () => {
      // Deleted here and changed there: what is there now stands.
      await git('add', '--all');
      await git('commit', '--quiet', '--no-edit');
    });
    await rm(join(cwd, 'together'), { recursive: true, force: true });
  }

  async #purge(cwd: string): Promise<void> {
    for (const file of await filesIn(join(cwd, 'src'))) {
      const text = await readFile(file, 'utf8');
      await writeFile(
        file,
        text
          .split('\n')
          .filter((line) => !/DEVIATION_MINOR:|ARCHITECTURAL_MISMATCH:/.test(line))
          .join('\n'),
      );
    }
  }

  async #change(cwd: string, id: string, careful: boolean): Promise<void> {
    const chance = this.#chance;
    const files = await filesIn(join(cwd, 'src'));
    const some = (): string => files[Math.floor(chance() * files.length)] ?? join(cwd, 'src', `${id}.txt`);
    const write = async (path: string, text: string): Promise<void> => {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await writeFile(join(cwd, path), text);
    };
    await write(`src/${id}.txt`, `${id} ${chance()}\n`);
    if (chance() < 0.5) await appendFile(some(), `line of ${id}\n`);
    if (chance() < 0.4) await write('src/shared.txt', `${id} was here\n`);
    if (chance() < 0.3)
      await rename(some(), join(cwd, 'src', `renamed-${id}-${Math.floor(chance() * 1e6)}.txt`));
    if (chance() < 0.2 && files.length > 2) await rm(some(), { force: true });
    if (chance() < 0.3) await write(`src/note-${id}.js`, `// DEVIATION_MINOR: ${id} does it better\n`);
    if (chance() < 0.2) await write(`src/stub-${id}.js`, `// ARCHITECTURAL_MISMATCH: ${id} found a tree\n`);
    // Fails its own check: mended in the next attempt.
    if (careful) await rm(join(cwd, 'broken.txt'), { force: true });
    else if (chance() < 0.15) await write('broken.txt', id);
    // Two of these fail together and pass alone.
    if (!careful && chance() < 0.3) await write(`together/${id}`, id);
  }
}

/** Passes on no tree with a broken file, nor with two that do not go together. */
export const CHECK = 'test ! -e broken.txt && test "$(ls together 2>/dev/null | wc -l)" -lt 2';

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const paths = names.map((name) => join(folder, name));
  const kinds = await Promise.all(paths.map((path) => stat(path)));
  return paths.filter((_, at) => kinds[at]?.isFile());
}
