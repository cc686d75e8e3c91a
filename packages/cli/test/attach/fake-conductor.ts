import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMarked } from '@symphony/adapters/process';
import { PtyTerminal } from '@symphony/adapters/pty';
import { socketPathFor } from '@symphony/bus/unix';
import { type Entry, type ItemView, itemOf, type LogEvent } from '@symphony/domain';
import { type ConductorClient, type OperatorCommand, RequestError } from '@symphony/protocol';
import { itemView, makeRepository, type Repository, statusView } from '@symphony/testkit';
import { expect } from 'vitest';
import { type ControlServer, serveControl } from '../../../server/src/control/control-server.ts';
import { Terminals } from '../../../server/src/terminal/index.ts';

const item = 's-1';
const run = 'run-1';

/**
 * What a conductor is to `symphony attach`: a log that can be followed, a control socket in a real
 * repository, and a real program in a real terminal when somebody takes over.
 */
export class FakeConductor {
  readonly commands: OperatorCommand[] = [];
  readonly repository: Repository;
  readonly terminals = new Terminals((launch, marker) => PtyTerminal.open(launch, marker));
  readonly #log: Entry[] = [];
  readonly #followers = new Set<(entry: Entry) => void>();
  readonly #instance: string;
  readonly #script: string;
  #control: ControlServer | null = null;

  private constructor(repository: Repository, script: string) {
    this.repository = repository;
    this.#script = script;
    this.#instance = `fake-${repository.path.slice(-8)}`;
  }

  static async start(script: string): Promise<FakeConductor> {
    const conductor = new FakeConductor(await makeRepository(), script);
    await conductor.#listen();
    return conductor;
  }

  record(event: LogEvent): void {
    const entry = { seq: this.#log.length + 1, at: Date.now(), event };
    this.#log.push(entry);
    for (const hear of this.#followers) hear(entry);
  }

  /** A run whose agent has said this. */
  begin(...words: string[]): void {
    this.record({ type: 'run-started', item, run, attempt: 1, player: 'claude', reservedUsd: 0 });
    this.record({ type: 'turn-started', item, run, turn: 1, kind: 'first' });
    for (const text of words) this.say(text);
  }

  say(text: string): void {
    this.record({ type: 'agent-reported', item, run, event: { type: 'message', text } });
  }

  /** The item's turn ends and the program is a person's. */
  async play(): Promise<void> {
    this.record({ type: 'takeover-began', item, run });
    const env = { PATH: process.env.PATH ?? '', HOME: this.repository.path, LANG: 'C.UTF-8' };
    const launch = { command: 'sh', args: ['-c', this.#script], cwd: this.repository.path, env };
    const marker = { instance: this.#instance, role: 'agent', run } as const;
    const { code } = await this.terminals.play(run, item, launch, marker);
    this.record({ type: 'takeover-ended', item, run, message: `left with code ${code}`, goesOn: true });
  }

  async end(): Promise<void> {
    await this.terminals.close(500);
    await this.#control?.close();
    expect(await findMarked(this.#instance)).toEqual([]);
    await this.repository.remove();
  }

  async #listen(): Promise<void> {
    const folder = join(this.repository.path, '.symphony', 'run');
    mkdirSync(folder, { recursive: true });
    const socket = socketPathFor(folder, join(this.repository.path, '..'));
    this.#control = await serveControl({ client: this.#client(), path: socket, version: '0' });
    const holder = { pid: process.pid, socket, startedAt: Date.now(), version: '0' };
    writeFileSync(join(folder, 'conductor.json'), JSON.stringify(holder));
  }

  #client(): ConductorClient {
    const view = itemView('S-1', { title: 'Mend the roof', state: 'running', run: RUNNING });
    const nothing = (): never => {
      throw new RequestError('missing', 'That is not there.');
    };
    return {
      status: async () => statusView({ seq: this.#log.length, items: [view] }),
      explain: async () => ({ item: view, checks: [], contention: null, next: '' }),
      melody: async () => nothing(),
      search: async () => [],
      events: async (after, limit, filter) =>
        this.#log
          .slice(after)
          .filter(({ event }) => filter?.item === undefined || itemOf(event) === filter.item)
          .slice(0, limit),
      follow: async (after, hear) => {
        for (const entry of this.#log.slice(after)) hear(entry);
        this.#followers.add(hear);
        return { stop: async () => void this.#followers.delete(hear) };
      },
      ask: async () => nothing(),
      board: () => nothing(),
      entries: () => nothing(),
      chat: () => nothing(),
      terminal: async (id, request) => this.terminals.view(id, request),
      command: async (command) => this.#obey(command),
      close: async () => undefined,
    };
  }

  #obey(command: OperatorCommand) {
    this.commands.push(command);
    if (command.name === 'steer') {
      if (command.text === 'nonsense') return { accepted: false, message: 'The agent cannot hear that.' };
      this.record({ type: 'steering-wanted', item, text: command.text, by: command.by });
    }
    if (command.name === 'takeover') this.record({ type: 'takeover-wanted', item, by: command.by });
    return { accepted: true, message: 'It is yours when the turn ends.' };
  }
}

const RUNNING: ItemView['run'] = {
  id: run,
  player: 'claude',
  startedAt: 1,
  phase: 'turn',
  turn: 1,
  lastEventAt: 1,
  lastMessage: '',
  pauseWanted: false,
};
