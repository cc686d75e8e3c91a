import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AgentEvent,
  type AgentPort,
  type AgentSession,
  type AgentStart,
  PortError,
  type WarmAgent,
} from '@symphony/domain';
import { afterEach, describe, expect, type TestContext, test } from 'vitest';

/** What the suite asks an agent to play. Each adapter says it in its own way. */
export type Act =
  /** Turns, each a list of messages, said in this order. */
  | { readonly kind: 'talk'; readonly turns: readonly (readonly string[])[] }
  /** One turn of `count` messages, `everyMs` apart. */
  | { readonly kind: 'tick'; readonly count: number; readonly everyMs: number }
  /** One turn that reports usage this often, growing each time. */
  | { readonly kind: 'spend'; readonly times: number }
  /** Says `up`, then nothing more; does not mind SIGTERM. */
  | { readonly kind: 'ignore-term' }
  /** Says `up`, starts a process outside its group, then nothing more. */
  | { readonly kind: 'leave-group' };

/** One adapter with a chamber to play in. */
export interface AgentHall {
  readonly port: AgentPort;
  request(act: Act, change: { readonly run: string; readonly resume: string | null }): AgentStart;
  /** The same adapter for a program that is not installed. */
  readonly missing: AgentPort;
  /** The same adapter for a program that speaks no known protocol and ends with code 3. */
  readonly garbled: AgentPort;
  /** How many processes still work for the run, wherever they went. */
  living(run: string): Promise<number>;
  close(): Promise<void>;
}

/** The rules of the Agent port, for every adapter: the same whether its process starts fresh or was warm. */
export function agentContract(name: string, open: () => Promise<AgentHall>): void {
  sessionContract(name, 'fresh', open);
  sessionContract(name, 'warm', open);
  warmContract(name, open);
}

type Skip = TestContext['skip'];

function sessionContract(name: string, process: 'fresh' | 'warm', open: () => Promise<AgentHall>): void {
  describe(`agent port: ${name}, a ${process} process`, () => {
    const run = `${process}-1`;
    const closing: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });

    async function enter(skip: Skip): Promise<AgentHall> {
      const hall = await open();
      closing.push(() => hall.close());
      if (process === 'warm' && !hall.port.warm) skip(NOT_WARM);
      return hall;
    }

    async function start(hall: AgentHall, act: Act, change: Partial<Change> = {}): Promise<Heard> {
      const heard = new Heard();
      const port = change.port ?? hall.port;
      const request = hall.request(act, { run, resume: null, ...change });
      const warm = process === 'warm' ? await hall.port.warm?.(request.player) : undefined;
      const session = await port.start(warm ? { ...request, warm } : request, (event) => heard.take(event));
      heard.session = session;
      closing.push(() => session.stop(0));
      return heard;
    }

    test('`started` comes first and names the process', async ({ skip }) => {
      const heard = await start(await enter(skip), { kind: 'talk', turns: [['one']] });
      await heard.until('turn-ended');
      expect(heard.events[0]).toMatchObject({ type: 'started', process: heard.session.process });
      expect(heard.session.process).toMatchObject({ pid: expect.any(Number), startedAt: expect.any(String) });
    });

    test('messages are heard in their order, then the end of the turn', async ({ skip }) => {
      const words = Array.from({ length: 30 }, (_, at) => `word ${at}`);
      const heard = await start(await enter(skip), { kind: 'talk', turns: [words] });
      await heard.until('turn-ended');
      expect(heard.messages()).toEqual(words);
      expect(heard.events.at(-1)).toMatchObject({ type: 'turn-ended', status: 'completed' });
    });

    test('a prompt after the turn gives another turn on the same session and process', async ({ skip }) => {
      const heard = await start(await enter(skip), { kind: 'talk', turns: [['one'], ['two']] });
      await heard.until('turn-ended');
      await heard.session.prompt('Go on.');
      await heard.until('turn-ended', 2);
      expect(heard.messages()).toEqual(['one', 'two']);
      expect(heard.of('started')).toHaveLength(1);
    });

    test('a prompt inside a turn is refused', async ({ skip }) => {
      const heard = await start(await enter(skip), { kind: 'tick', count: 500, everyMs: 20 });
      await heard.until('message');
      await expect(heard.session.prompt('Go on.')).rejects.toBeInstanceOf(PortError);
    });

    const stubborn = ['ignore-term', 'leave-group'] as const;
    test.for(stubborn)('stop leaves no process of an agent that would %s', async (kind, { skip }) => {
      const hall = await enter(skip);
      const heard = await start(hall, { kind });
      await heard.until('message');
      await expect.poll(() => hall.living(run)).toBeGreaterThanOrEqual(kind === 'leave-group' ? 2 : 1);
      await heard.session.stop(150);
      expect(heard.of('exited')).toHaveLength(1);
      expect(heard.events.at(-1)?.type).toBe('exited');
      expect(await hall.living(run)).toBe(0);
      await heard.session.stop(150);
      expect(heard.of('exited')).toHaveLength(1);
    });

    test('stop ends a suspended agent', async ({ skip }) => {
      const hall = await enter(skip);
      const heard = await start(hall, { kind: 'tick', count: 500, everyMs: 20 });
      if (!heard.session.suspend) skip('this agent cannot be suspended');
      await heard.until('message');
      await heard.session.suspend?.();
      await heard.session.stop(5_000);
      expect(heard.of('exited')).toHaveLength(1);
      expect(await hall.living(run)).toBe(0);
    });

    test('suspend stops progress and unsuspend lets it go on', async ({ skip }) => {
      const heard = await start(await enter(skip), { kind: 'tick', count: 20, everyMs: 20 });
      if (!heard.session.suspend) skip('this agent cannot be suspended');
      await heard.until('message', 2);
      await heard.session.suspend?.();
      await sleep(100); // what was said before the freeze is still on its way
      const before = heard.events.length;
      await sleep(300);
      expect(heard.events.length).toBe(before);
      expect(heard.of('turn-ended')).toHaveLength(0);
      await heard.session.unsuspend?.();
      await heard.until('turn-ended');
      expect(heard.messages()).toHaveLength(20);
    });

    test('usage is cumulative and never shrinks', async ({ skip }) => {
      const heard = await start(await enter(skip), { kind: 'spend', times: 5 });
      await heard.until('turn-ended');
      const totals = heard.of('usage').map(({ usage }) => usage.inputTokens + usage.outputTokens);
      expect(totals.length).toBeGreaterThanOrEqual(5);
      expect(totals).toEqual([...totals].sort((a, b) => a - b));
      expect(totals.at(-1)).toBeGreaterThan(totals[0] ?? 0);
    });

    test('a session is gone on with in a new process', async ({ skip }) => {
      const hall = await enter(skip);
      const act: Act = { kind: 'talk', turns: [['one'], ['two']] };
      const first = await start(hall, act);
      await first.until('turn-ended');
      const id = first.sessionId();
      expect(id).not.toBeNull();
      await first.session.stop(1_000);
      const second = await start(hall, act, { run: `${process}-2`, resume: id });
      await second.until('turn-ended');
      expect(second.sessionId()).toBe(id);
      expect(second.messages()).toContain('two');
      expect(second.messages()).not.toContain('one');
    });

    // Such programs have no warm process to go on with: see warmContract.
    if (process === 'warm') return;

    test('a program that is not installed is PortError missing, and nothing is heard', async ({ skip }) => {
      const hall = await enter(skip);
      const heard = new Heard();
      const request = hall.request({ kind: 'talk', turns: [['one']] }, { run, resume: null });
      const failed = await hall.missing.start(request, (event) => heard.take(event)).catch((error) => error);
      expect(failed).toBeInstanceOf(PortError);
      expect((failed as PortError).failure.code).toBe('missing');
      expect(heard.events).toEqual([]);
    });

    test('garbage is recorded and never throws', async ({ skip }) => {
      const hall = await enter(skip);
      const heard = await start(hall, { kind: 'talk', turns: [['one']] }, { port: hall.garbled });
      await heard.until('exited');
      expect(heard.events[0]?.type).toBe('started');
      expect(heard.of('unrecognised').length).toBeGreaterThan(0);
      expect(heard.of('exited')).toMatchObject([{ code: 3 }]);
      expect(heard.events.at(-1)?.type).toBe('exited');
    });
  });
}

function warmContract(name: string, open: () => Promise<AgentHall>): void {
  describe(`agent port: ${name}, a process made ready beforehand`, () => {
    const closing: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });

    async function enter(skip: Skip) {
      const hall = await open();
      closing.push(() => hall.close());
      const request = hall.request({ kind: 'talk', turns: [['one']] }, { run: 'run-1', resume: null });
      const warm = async (port: AgentPort) => (await port.warm?.(request.player)) ?? skip(NOT_WARM);
      const play = async (run: string, spare: WarmAgent): Promise<Heard> => {
        const heard = new Heard();
        heard.session = await hall.port.start({ ...request, run, warm: spare }, (event) => heard.take(event));
        closing.push(() => heard.session.stop(0));
        return heard;
      };
      return { hall, warm, play };
    }

    test('it lives until it is cooled, which may be repeated', async ({ skip }) => {
      const { hall, warm } = await enter(skip);
      const spare = await warm(hall.port);
      expect(spare.isAlive()).toBe(true);
      await Promise.all([spare.cool(), spare.cool()]);
      expect(spare.isAlive()).toBe(false);
      await spare.cool();
    });

    test('cooling one that a run has taken over does nothing to the run', async ({ skip }) => {
      const { hall, warm, play } = await enter(skip);
      const spare = await warm(hall.port);
      const heard = await play('cooled-late', spare);
      await spare.cool();
      await heard.until('turn-ended');
      expect(heard.messages()).toEqual(['one']);
    });

    test('one that is of no use any more is replaced by a fresh process, unnoticed', async ({ skip }) => {
      const { hall, warm, play } = await enter(skip);
      const cooled = await warm(hall.port);
      await cooled.cool();
      const used = await warm(hall.port);
      const runs = [await play('taken', used), await play('again', used), await play('cooled', cooled)];
      for (const heard of runs) await heard.until('turn-ended');
      expect(runs.map((heard) => heard.messages())).toEqual([['one'], ['one'], ['one']]);
      expect(new Set(runs.map((heard) => heard.session.process?.pid)).size).toBe(3);
    });

    test('a program that is not installed is PortError missing', async ({ skip }) => {
      const { hall, warm } = await enter(skip);
      const failed = await warm(hall.missing).catch((error) => error);
      expect(failed).toBeInstanceOf(PortError);
      expect((failed as PortError).failure.code).toBe('missing');
    });

    test('a program that never becomes ready is a PortError', async ({ skip }) => {
      const { hall, warm } = await enter(skip);
      const failed = await warm(hall.garbled).catch((error) => error);
      expect(failed).toBeInstanceOf(PortError);
    });
  });
}

const NOT_WARM = 'this agent cannot be made ready beforehand';

interface Change {
  readonly run: string;
  readonly resume: string | null;
  readonly port: AgentPort;
}

/** What one session has said so far, and waiting for more. */
export class Heard {
  readonly events: AgentEvent[] = [];
  session!: AgentSession;
  #wake: () => void = () => undefined;

  take(event: AgentEvent): void {
    this.events.push(event);
    this.#wake();
  }

  of<T extends AgentEvent['type']>(type: T): Extract<AgentEvent, { type: T }>[] {
    return this.events.filter((event) => event.type === type) as Extract<AgentEvent, { type: T }>[];
  }

  messages(): string[] {
    return this.of('message').map((event) => event.text);
  }

  sessionId(): string | null {
    return this.of('started')[0]?.sessionId ?? null;
  }

  /** How the last turn ended, or null while none has. */
  end(): { status: string; message: string } | null {
    const last = this.of('turn-ended').at(-1);
    return last ? { status: last.status, message: last.message } : null;
  }

  /** The test's own time limit ends a wait in vain. */
  async until(type: AgentEvent['type'], times = 1): Promise<void> {
    while (this.of(type).length < times) {
      if (this.of('exited').length > 0)
        throw new Error(`exited before ${type} was heard: ${JSON.stringify(this.events)}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
