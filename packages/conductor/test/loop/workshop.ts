import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAdviceBook } from '@symphony/adapters/advice';
import { openRehearsal } from '@symphony/adapters/agent/rehearsal';
import { openChambers } from '@symphony/adapters/chamber/worktree';
import { openLocalHost } from '@symphony/adapters/code-host/local';
import { openGit } from '@symphony/adapters/git';
import { openProver } from '@symphony/adapters/prover/shell';
import { MemoryStore } from '@symphony/adapters/store/memory';
import { openSurvey } from '@symphony/adapters/survey/git';
import { MemoryTracker } from '@symphony/adapters/tracker/memory';
import type {
  AgentPort,
  Clock,
  Entry,
  LogEvent,
  LogEventOf,
  PromptRequest,
  Settings,
  TrackedItem,
} from '@symphony/domain';
import { evaluateName, makeRepository, type Repository, SETTINGS } from '@symphony/testkit';
import { type Command, Conductor, type Ports } from '../../src/index.ts';

/** Openings of the real prompt book, by which the rehearsal player tells what it is asked for. */
const OPENINGS: Partial<Record<PromptRequest['kind'], string>> = {
  review: 'A person has looked at your work and has comments.',
};

const clock: Clock = {
  now: () => Date.now(),
  soon: (call) => void setImmediate(call),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** A conductor on a real repository with real chambers, a real merge train and the real rehearsal player. */
export class Workshop {
  readonly repository: Repository;
  readonly tracker: MemoryTracker;
  readonly conductor: Conductor;
  readonly entries: Entry[] = [];
  readonly prompts: string[] = [];
  /** Chambers, bundles and scratch worktrees are here. */
  readonly folder: string;

  readonly #player: AgentPort | null;

  private constructor(
    repository: Repository,
    folder: string,
    items: readonly TrackedItem[],
    player: AgentPort | null,
  ) {
    this.#player = player;
    this.repository = repository;
    this.folder = folder;
    this.tracker = new MemoryTracker(items);
    this.conductor = new Conductor({
      store: new MemoryStore(),
      ports: this.#ports(),
      clock,
      chance: Math.random,
      names: (prefix) => `${prefix}-${randomUUID()}`,
      only: null,
      evaluate: evaluateName,
      onEntry: (entry) => this.entries.push(entry),
      onFatal: (message) => this.prompts.push(message),
      onWarning: () => undefined,
      onRest: () => undefined,
    });
  }

  /** `player`: who plays instead of the rehearsal player. */
  static async open(
    items: readonly TrackedItem[],
    settings: Partial<Settings> = {},
    { player = null, files }: { player?: AgentPort | null; files?: Readonly<Record<string, string>> } = {},
  ): Promise<Workshop> {
    const repository = await makeRepository(files === undefined ? {} : { files });
    const folder = await mkdtemp(join(tmpdir(), 'symphony-workshop-'));
    const workshop = new Workshop(repository, folder, items, player);
    const { conductor } = workshop;
    conductor.post({ type: 'started', instance: 'workshop', version: '0', pid: process.pid });
    conductor.post({
      type: 'settings-loaded',
      settings: { ...SETTINGS, verify: ['test -e README.md'], pollIntervalMs: 200, ...settings },
    });
    conductor.post({ type: 'survivors-cleared', ended: 0 });
    conductor.startTicking();
    return workshop;
  }

  async command(command: Command): Promise<void> {
    const { accepted, message } = await this.conductor.command(command);
    if (!accepted) throw new Error(message);
  }

  events<T extends LogEvent['type']>(type: T): LogEventOf<T>[] {
    return this.entries.flatMap(({ event }) => (event.type === type ? [event as LogEventOf<T>] : []));
  }

  async until(what: string, holds: () => boolean, patienceMs = 20_000): Promise<void> {
    const patience = Date.now() + patienceMs;
    while (!holds()) {
      if (Date.now() > patience)
        throw new Error(`${what}: not in time; ${JSON.stringify(this.entries.slice(-5))}`);
      await sleep(10);
    }
  }

  async close(): Promise<void> {
    await this.conductor.close('the test is over', 1_000, async () => undefined);
    await this.repository.remove();
    await rm(this.folder, { recursive: true, force: true });
  }

  #ports(): Ports {
    const instance = `workshop-${randomUUID()}`;
    const repository = this.repository.path;
    const git = openGit(instance);
    const prover = openProver({ instance });
    const environment = () => ({ PATH: process.env.PATH ?? '', HOME: this.folder });
    const agent = this.#player ?? openRehearsal({ instance, sessions: join(this.folder, 'sessions') });
    const ground = {
      repository,
      root: join(this.folder, 'chambers'),
      bundles: join(this.folder, 'bundles'),
      git,
      instance,
      settings: () => ({
        links: [],
        copies: [],
        ports: 0,
        env: {},
        hooks: { after_create: null, before_run: null, after_run: null, before_remove: null },
        hookTimeoutMs: 10_000,
        fetch: false,
      }),
    };
    const chambers = openChambers(ground);
    const survey = openSurvey({
      ...ground,
      scratch: join(this.folder, 'survey'),
      gitWith: (env) => openGit(instance, env),
    });
    return {
      tracker: this.tracker,
      chambers,
      prover,
      codeHost: openLocalHost({
        repository,
        scratch: join(this.folder, 'train'),
        git,
        prover,
        instance,
        environment,
      }),
      prompts: {
        render: async ({ kind, report, steering }) => {
          const prompt = [OPENINGS[kind] ?? `The ${kind} turn.`, report, steering]
            .filter(Boolean)
            .join('\n\n');
          this.prompts.push(prompt);
          return prompt;
        },
      },
      operators: {
        names: () => ['command'],
        run: async () => {
          throw new Error('nothing is executed here');
        },
        stop: async () => undefined,
      },
      survey,
      advice: openAdviceBook(survey),
      lessons: async () => [],
      clock,
      agent: (name) => (name === 'rehearsal' ? agent : undefined),
      player: () => SETTINGS.players.first,
      environment,
    };
  }
}
