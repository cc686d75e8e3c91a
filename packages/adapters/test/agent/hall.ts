import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentPort, AgentStart, Json, TrackedItem, WarmAgent } from '@symphony/domain';
import { Heard, trackedItem } from '@symphony/testkit';
import { afterAll } from 'vitest';
import { openRehearsal } from '../../src/agent/rehearsal/index.ts';
import { endRun, findMarked } from '../../src/process/index.ts';

/** One for all halls of a test file, so that only the first player reads its sources anew. */
const SESSIONS = mkdtempSync(join(tmpdir(), 'symphony-sessions-'));
afterAll(() => rmSync(SESSIONS, { recursive: true, force: true }));

/** A real repository for the rehearsal player to play in. */
export class RehearsalHall {
  readonly #root = mkdtempSync(join(tmpdir(), 'symphony-rehearsal-'));
  readonly instance = `test-${randomUUID()}`;
  readonly chamber = join(this.#root, 'chamber');
  readonly sessions = SESSIONS;
  readonly port: AgentPort = openRehearsal({ instance: this.instance, sessions: this.sessions });

  constructor() {
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', this.chamber]);
    this.write('README.md', 'start\n');
    this.git('add', '--all');
    this.git('commit', '--quiet', '-m', 'start');
  }

  git(...args: string[]): string {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...who, ...args], {
      cwd: this.chamber,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.chamber, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.chamber, path), 'utf8');
  }

  /** An executable that stands where Node should. */
  program(name: string, script: string): string {
    const path = join(this.#root, name);
    writeFileSync(path, `#!/bin/sh\n${script}`);
    chmodSync(path, 0o755);
    return path;
  }

  request(script: Json | undefined, change: Partial<AgentStart> & { item?: TrackedItem } = {}): AgentStart {
    return {
      run: `run-${randomUUID()}`,
      item: itemWith(script),
      attempt: 1,
      player: { agent: 'rehearsal', slots: null, stallTimeoutMs: null, model: null },
      cwd: this.chamber,
      // No HOME: the identity of whoever runs the tests must not matter.
      env: { PATH: process.env.PATH ?? '' },
      prompt: 'Do the work.',
      resume: null,
      ...change,
    };
  }

  async warm(): Promise<WarmAgent> {
    const spare = await this.port.warm?.(this.request(undefined).player);
    if (!spare) throw new Error('the rehearsal player has no warm processes');
    return spare;
  }

  async play(script: Json | undefined, change: Partial<AgentStart> = {}): Promise<Heard> {
    const heard = new Heard();
    heard.session = await this.port.start(this.request(script, change), (event) => heard.take(event));
    return heard;
  }

  /** Plays one turn to its end and ends the player. */
  async playTurn(script: Json | undefined, change: Partial<AgentStart> = {}): Promise<Heard> {
    const heard = await this.play(script, change);
    await heard.until('turn-ended');
    await heard.session.stop(2_000);
    return heard;
  }

  /** A player that was warm keeps the marker of a spare; nothing else of the hall does. */
  async living(run?: string): Promise<number> {
    const marked = (await findMarked(this.instance)).map(({ marker }) => marker.run);
    return marked.filter((each) => run === undefined || each === run || each.startsWith('spare-')).length;
  }

  async close(): Promise<void> {
    for (const each of await findMarked(this.instance)) await endRun(each.marker);
    rmSync(this.#root, { recursive: true, force: true });
  }
}

export const itemWith = (script: Json | undefined): TrackedItem =>
  trackedItem('item-1', {
    identifier: 'SYM-1',
    title: 'Add the thing',
    description: 'It should be there.',
    fields: script === undefined ? {} : { rehearsal: script },
  });
