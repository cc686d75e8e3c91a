import { type Json, type ModelMessage, ToolError } from '@symphony/domain';
import { ManualClock, type ScriptedAnswer, seeded } from '@symphony/testkit';
import { describe, expect, it } from 'vitest';
import { type TurnStep, unsettled } from '../../src/execution/unsettled.ts';
import { stage } from '../stage.ts';
import {
  ABSENT,
  baseTasks,
  type GoldCall,
  keyOf,
  longTasks,
  nameOf,
  recordedTools,
  type Task,
} from './recording.ts';

/** Services that answer only what was recorded, and only in the state it was recorded in. */
class Services {
  readonly made: { readonly turn: number; readonly key: string }[] = [];
  /** The calls that changed something, in the order they ended. */
  readonly changes: string[] = [];
  turn = 0;
  readonly #task: Task;
  readonly #latency: () => Promise<void>;

  constructor(task: Task, latency: () => Promise<void> = async () => undefined) {
    this.#task = task;
    this.#latency = latency;
  }

  async answer(name: string, input: Json): Promise<Json> {
    const key = keyOf(name, input);
    const before = this.changes.length;
    this.made.push({ turn: this.turn, key });
    await this.#latency();
    const found = this.#recorded(key, before);
    if (!found) throw new ToolError(`${key} was never recorded after ${before} changes.`);
    if (found.changes_state) this.changes.push(key);
    return found.result;
  }

  #recorded(key: string, changes: number): GoldCall | undefined {
    let seen = 0;
    for (const call of this.#task.turns.flatMap((turn) => turn.calls)) {
      // Reckoning knows no state.
      const now = seen === changes || call.class === 'MathAPI';
      if (now && keyOf(nameOf(call), call.arguments) === key) return call;
      if (call.changes_state) seen += 1;
    }
    return undefined;
  }
}

const wish = (call: GoldCall) => ({ tool: nameOf(call), input: call.arguments });
const oneByOne = (calls: readonly GoldCall[]): readonly ScriptedAnswer[] => [
  ...calls.map((call) => ({ calls: [wish(call)] })),
  { text: 'Done.' },
];
const together = (calls: readonly GoldCall[]): readonly ScriptedAnswer[] => [
  ...(calls.length > 0 ? [{ calls: calls.map(wish) }] : []),
  { text: 'Done.' },
];
const inJson = (calls: readonly GoldCall[]): readonly ScriptedAnswer[] => [
  ...calls.map((call) => ({ text: JSON.stringify({ tool_name: nameOf(call), parameters: call.arguments }) })),
  { text: '{"tool_name": "none", "response": "Done."}' },
];

async function replay(
  tasks: readonly Task[],
  script: (calls: readonly GoldCall[]) => readonly ScriptedAnswer[],
  { native = true, latency }: { readonly native?: boolean; readonly latency?: () => Promise<void> } = {},
) {
  let services: Services;
  let answers: readonly ScriptedAnswer[] = [];
  let at = 0;
  const { ask, models } = stage(() => answers[at++] ?? {}, {
    tools: recordedTools(tasks, (name, input) => services.answer(name, input)),
    model: { nativeTools: native, contextTokens: 1_000_000 },
    config: { maxStepsPerPlan: 50, retryAttempts: 0 },
  });
  let calls = 0;
  for (const task of tasks) {
    services = new Services(task, latency);
    const history: ModelMessage[] = [];
    for (const [turn, { user, calls: gold }] of task.turns.entries()) {
      services.turn = turn;
      answers = script(gold);
      at = 0;
      models.requests.length = 0;
      const request = user.join('\n');
      const result = await ask(request, { history }, { name: 'replay', tools: task.tools });
      expect(result.error, `${task.id} turn ${turn}`).toBeUndefined();
      expect(result.success).toBe(true);
      expect(result.execution.steps.map(({ tool, parameters }) => [tool, parameters])).toEqual(
        gold.map((call) => [nameOf(call), call.arguments]),
      );
      expect(result.execution.steps.map((step) => step.result.result)).toEqual(
        gold.map((call) => call.result),
      );
      const told = models.requests.at(-1)?.messages ?? [];
      if (native)
        expect(told.flatMap((message) => (message.role === 'tool' ? [message.output] : []))).toEqual(
          gold.map((call) => call.result),
        );
      history.push({ role: 'user', text: request }, { role: 'assistant', text: 'Done.' });
      calls += gold.length;
    }
    const gold = task.turns.flatMap((turn, n) => turn.calls.map((call) => ({ turn: n, call })));
    const expected = gold.map(({ turn, call }) => ({ turn, key: keyOf(nameOf(call), call.arguments) }));
    const made = [...services.made].sort((a, b) => a.turn - b.turn || (a.key < b.key ? -1 : 1));
    expect(made).toEqual(expected.sort((a, b) => a.turn - b.turn || (a.key < b.key ? -1 : 1)));
    expect(services.changes).toEqual(
      gold.filter(({ call }) => call.changes_state).map(({ call }) => keyOf(nameOf(call), call.arguments)),
    );
  }
  return calls;
}

describe.skipIf(ABSENT !== null)(
  `R20 recorded tool use${ABSENT === null ? '' : ` (skipped: ${ABSENT})`}`,
  () => {
    it('R20 every call is made with the same arguments in the same turn, results unchanged: base', async () => {
      expect(await replay(baseTasks(), oneByOne)).toBe(561);
    });

    it('R20 the same with far more data around it: long context', async () => {
      expect(await replay(longTasks(), oneByOne)).toBe(591);
    });

    it('R20 the same by the JSON contract', async () => {
      expect(await replay(baseTasks(), inJson, { native: false })).toBe(561);
    });

    it('R20 calls of a turn wished for at once end as in series, whatever each takes', async () => {
      const seed = Number(process.env.SYMPHONY_SEED ?? Date.now());
      const chance = seeded(seed);
      const latency = async (): Promise<void> => {
        for (let n = Math.floor(chance() * 4); n > 0; n--)
          await new Promise((resolve) => setImmediate(resolve));
      };
      try {
        expect(await replay(baseTasks(), together, { latency })).toBe(561);
        expect(await replay(longTasks(), together, { latency })).toBe(591);
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    });

    it('R20 every call is held against its schema: what does not fit is never run', async () => {
      const tasks = baseTasks();
      let ran = 0;
      const { registry } = stage([], { tools: recordedTools(tasks, () => ++ran) });
      const context = {
        signal: new AbortController().signal,
        session: 's',
        call: 'c',
        progress: () => undefined,
        intend: () => undefined,
      };
      let spoiled = 0;
      for (const call of tasks.flatMap(({ turns }) => turns.flatMap((turn) => turn.calls)))
        for (const input of spoil(call)) {
          spoiled += 1;
          const result = await registry.run({ id: 'c', tool: nameOf(call), input }, context);
          expect(result.details?.code, `${nameOf(call)} ${JSON.stringify(input)}`).toBe('E1001');
        }
      expect(ran).toBe(0);
      expect(spoiled).toBeGreaterThan(900);
    });
  },
);

/** The same with a field too many, and with each plain value of another type. */
const spoil = (call: GoldCall): readonly Json[] => [
  { ...call.arguments, unheard_of: 1 },
  ...Object.entries(call.arguments)
    // Some take any object at all.
    .filter(([, value]) => typeof value !== 'object')
    .map(([name]) => ({ ...call.arguments, [name]: { wrong: [null] } })),
];

type Fault = 'tool error' | 'timeout' | 'wrong name' | 'half JSON';
const FAULTS: readonly Fault[] = ['tool error', 'timeout', 'wrong name', 'half JSON'];

/** One turn with one fault in call `at`; the model either tries that call again or goes on as if nothing was. */
function faulty(
  gold: readonly GoldCall[],
  at: number,
  fault: Fault,
  recovers: boolean,
): readonly ScriptedAnswer[] {
  const spoiled = gold.map((call, n): ScriptedAnswer => {
    const right = wish(call);
    if (n !== at) return { calls: [right] };
    if (fault === 'wrong name') return { calls: [{ ...right, tool: `${right.tool}_v2` }] };
    if (fault === 'half JSON')
      return {
        calls: [{ tool: right.tool, raw: JSON.stringify({ ...right.input, more: 'x' }).slice(0, -3) }],
      };
    return { calls: [right] };
  });
  const again: readonly ScriptedAnswer[] = recovers ? [{ calls: [wish(gold[at] as GoldCall)] }] : [];
  return [...spoiled.slice(0, at + 1), ...again, ...spoiled.slice(at + 1), { text: 'All done!' }];
}

const CODES = {
  'tool error': 'E5001',
  timeout: 'E5003',
  'wrong name': 'E5002',
  'half JSON': 'E1001',
} as const satisfies Record<Fault, string>;

describe.skipIf(ABSENT !== null)('R20 one fault a task', () => {
  it('R20 no call of any task can fail in any way and be taken for done', () => {
    const metrics = { duration: 0, startTime: 0, endTime: 0 };
    let judged = 0;
    for (const { id, turns } of [...baseTasks(), ...longTasks()])
      for (const { calls } of turns)
        for (const [at, hit] of calls.entries())
          for (const fault of FAULTS) {
            const steps = calls.map((call, turn): TurnStep => {
              const failed = turn === at;
              const written = JSON.stringify(call.arguments).slice(0, -3);
              const half = failed && fault === 'half JSON';
              const details = { code: CODES[fault], guidance: '', retryable: false };
              return {
                turn,
                step: {
                  stepId: `${turn}`,
                  description: '',
                  tool: failed && fault === 'wrong name' ? `${nameOf(call)}_v2` : nameOf(call),
                  parameters: half ? {} : call.arguments,
                  result: failed
                    ? { success: false, error: '', details, metrics }
                    : { success: true, metrics },
                },
                ...(half ? { written } : {}),
              };
            });
            const key = keyOf(nameOf(hit), hit.arguments);
            const again = calls.slice(at + 1).some((call) => keyOf(nameOf(call), call.arguments) === key);
            judged += 1;
            expect(unsettled(steps).length, `${id} ${fault} ${key}`).toBe(again ? 0 : 1);
          }
    expect(judged).toBe((561 + 591) * 4);
  });

  const play = async (tasks: readonly Task[], recovers: boolean, seed: number) => {
    const chance = seeded(seed);
    const counts = {
      successes: 0,
      falseSuccesses: [] as string[],
      failures: 0,
      falseFailures: [] as string[],
      faults: new Set<string>(),
    };
    const clock = new ManualClock();
    let fault: Fault = 'tool error';
    let armed = false;
    let done: string[] = [];
    let answers: readonly ScriptedAnswer[] = [];
    let next = 0;
    let recorded = new Map<string, Json>();
    // No state here: calls after the fault succeed as if nothing was missing, so that only we can notice.
    const run = async (name: string, input: Json): Promise<Json> => {
      if (armed) {
        armed = false;
        if (fault === 'tool error') throw new ToolError('Broken pipe.');
        return new Promise(() => undefined);
      }
      done.push(keyOf(name, input));
      return recorded.get(keyOf(name, input)) ?? null;
    };
    const { ask } = stage(() => answers[next++] ?? {}, {
      tools: recordedTools(tasks, run, { timeoutMs: 5000 }),
      clock,
      config: { maxStepsPerPlan: 50 },
    });
    for (const [n, task] of tasks.entries()) {
      fault = FAULTS[n % FAULTS.length] as Fault;
      recorded = new Map(
        task.turns.flatMap(({ calls }) =>
          calls.map((call) => [keyOf(nameOf(call), call.arguments), call.result]),
        ),
      );
      const turns = task.turns.filter(({ calls }) => calls.length > 0);
      const chosen = Math.floor(chance() * turns.length);
      for (const [turn, { user, calls: gold }] of turns.entries()) {
        const at = Math.floor(chance() * gold.length);
        answers = turn === chosen ? faulty(gold, at, fault, recovers) : oneByOne(gold);
        next = 0;
        done = [];
        // Armed just before the call it is to hit.
        const hit = turn === chosen ? at : -1;
        const listener = (event: { readonly type: string }): void => {
          if (event.type === 'tool-started') started += 1;
          if (event.type === 'tool-started' && started - 1 === hit && !armedOnce) {
            armed = fault === 'tool error' || fault === 'timeout';
            armedOnce = true;
          }
        };
        let started = 0;
        let armedOnce = false;
        let ended = false;
        const asked = ask(
          user.join('\n'),
          { onEvent: listener },
          { name: 'replay', tools: task.tools },
        ).finally(() => {
          ended = true;
        });
        while (!ended) await clock.advance(2500);
        const { success } = await asked;
        const wanted = gold.map((call) => keyOf(nameOf(call), call.arguments));
        const whole = wanted.every((key) => done.includes(key));
        if (turn === chosen) counts.faults.add(fault);
        if (success) counts.successes += 1;
        else counts.failures += 1;
        if (success && !whole) counts.falseSuccesses.push(`${task.id} ${fault} ${at} ${wanted.join(' | ')}`);
        if (!success && whole) counts.falseFailures.push(`${task.id} ${fault} ${at} ${wanted.join(' | ')}`);
      }
    }
    return counts;
  };

  it.each([
    ['base', baseTasks],
    ['long context', longTasks],
  ] as const)('R20 recovered when the model tries again: %s', async (_name, tasks) => {
    const seed = Number(process.env.SYMPHONY_SEED ?? Date.now());
    const counts = await play(tasks(), true, seed);
    expect(counts, `seed ${seed}`).toMatchObject({ failures: 0, falseSuccesses: [], falseFailures: [] });
    expect(counts.faults.size).toBe(4);
  });

  it.each([
    ['base', baseTasks],
    ['long context', longTasks],
  ] as const)(
    'R20 honestly failed when it goes on as if nothing was, no false success: %s',
    async (_name, tasks) => {
      const seed = Number(process.env.SYMPHONY_SEED ?? Date.now());
      const counts = await play(tasks(), false, seed);
      expect(counts, `seed ${seed}`).toMatchObject({ falseSuccesses: [], falseFailures: [] });
      expect(counts.failures).toBeGreaterThan(60);
    },
  );
});
