import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Chance, Clock, ModelFinish, ModelPart, ModelRequest, StopSignal } from '@symphony/domain';
import type { PriceList } from '../price/index.ts';
import type { Breaker, Pass } from './breaker.ts';
import { isIllness, ModelFailure, mayPass } from './failure.ts';
import { offeredBy, optionsOf } from './options.ts';
import { type Patience, waitBefore } from './patience.ts';
import type { Censor } from './secrets.ts';
import { openSource, type Source } from './source.ts';
import { unspelled } from './tool-spelling.ts';
import { failureFrom } from './trouble.ts';
import { CallMeter } from './usage.ts';
import { pause, reasonOf, Watch } from './watch.ts';

/** One model of a chain. */
export interface Candidate {
  /** `anthropic/claude-…`: for people, prices and metrics. */
  readonly name: string;
  readonly nativeTools: boolean;
  readonly breaker: Breaker;
  open(): LanguageModelV4 | Promise<LanguageModelV4>;
}

export interface CallSurroundings {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly prices: Pick<PriceList, 'priceOf'>;
  readonly patience: Patience;
  readonly censor: Censor;
  failed(failure: ModelFailure, waitMs: number | null): void;
}

/** Longer answers are cut off: a model that never ends must not end the process. */
const MOST_CHARACTERS = 8_000_000;

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * One call from its first try to its end (R4): the first model of the chain as often as is worth it, then the next.
 * Everything that was heard before a new try is taken back by `again`.
 */
export async function* callChain(
  chain: readonly Candidate[],
  request: ModelRequest,
  signal: StopSignal,
  around: CallSurroundings,
): AsyncGenerator<ModelPart, void, undefined> {
  const { clock, patience } = around;
  const startedAt = clock.now();
  const meter = new CallMeter(around.prices);
  const failures: ModelFailure[] = [];
  let heard = false;

  for (const candidate of chain) {
    if (candidate !== chain[0] && !candidate.nativeTools && (request.tools?.length ?? 0) > 0) {
      // How tools are asked for was settled with the first one: this one would only talk as if it had used them.
      failures.unshift(toolless(candidate));
      continue;
    }
    for (let tried = 1; tried <= patience.tries; tried += 1) {
      if (signal.aborted) throw reasonOf(signal);
      const pass = candidate.breaker.enter(clock.now());
      if (pass === null) {
        failures.push(spared(candidate, clock.now()));
        break;
      }
      if (heard) {
        yield { type: 'again', reason: failures.at(-1)?.message ?? '', model: candidate.name };
        heard = false;
      }
      meter.tries += 1;
      const hearing = new Hearing(candidate, pass, request, signal, around);
      try {
        for (;;) {
          const part = await hearing.next();
          if (part.type === 'finish') {
            hearing.note(true);
            meter.charge(candidate.name, part.usage);
            yield {
              type: 'end',
              finish: part.finish,
              usage: meter.read(candidate.name, clock.now() - startedAt),
            };
            return;
          }
          heard = true;
          yield part;
        }
      } catch (error) {
        if (signal.aborted) throw reasonOf(signal);
        if (hearing.usage) meter.charge(candidate.name, hearing.usage);
        const failure = failureFrom(error, candidate.name, clock.now(), around.censor);
        hearing.note(isIllness(failure.trouble) ? false : null);
        failures.push(failure);
        const waitMs = mayPass(failure.trouble)
          ? waitBefore(patience, tried, failure, around.chance())
          : null;
        around.failed(failure, waitMs);
        hearing.end();
        yield { type: 'failed', usage: meter.read(candidate.name, clock.now() - startedAt) };
        if (waitMs === null) break;
        await pause(clock, waitMs, signal);
      } finally {
        hearing.end();
      }
    }
  }
  throw together(failures);
}

/** What is heard of one try: parts of ours, then one `finish`. Throws whatever goes wrong. */
type HeardPart =
  | Exclude<ModelPart, { type: 'end' | 'again' | 'failed' }>
  | { readonly type: 'finish'; readonly finish: ModelFinish; readonly usage: LanguageModelV4Usage };

class Hearing {
  readonly #candidate: Candidate;
  readonly #request: ModelRequest;
  readonly #around: CallSurroundings;
  readonly #watch: Watch;
  #pass: Pass | null;
  #source: Source | null = null;
  #names = NONE;
  #characters = 0;
  #said = false;
  #called = false;
  #whole = false;
  /** What a try took that ended badly, where the provider told. */
  usage: LanguageModelV4Usage | null = null;

  constructor(
    candidate: Candidate,
    pass: Pass,
    request: ModelRequest,
    signal: StopSignal,
    around: CallSurroundings,
  ) {
    this.#candidate = candidate;
    this.#pass = pass;
    this.#request = request;
    this.#around = around;
    const { stallMs } = around.patience;
    this.#watch = new Watch(signal, around.clock, stallMs, () =>
      this.#failure('silence', `nothing was heard for ${stallMs / 1000} s`),
    );
  }

  async next(): Promise<HeardPart> {
    this.#source ??= await this.#open();
    for (;;) {
      const part = await this.#watch.wait(this.#source.read());
      if (part === null) throw this.#brokenOff();
      if (part.type !== 'ping') this.#watch.heard();
      const heard = this.#take(part);
      if (heard !== null) return heard;
    }
  }

  async #open(): Promise<Source> {
    // Loading a package takes no time of its provider's.
    const opened = this.#candidate.open();
    const model = opened instanceof Promise ? await opened : opened;
    const { tools = [] } = this.#request;
    if (tools.length > 0) this.#names = offeredBy(tools).names;
    const options = optionsOf(this.#request, model, this.#candidate.nativeTools, this.#watch.signal);
    const source = await openSource(model, options, this.#watch);
    this.#watch.heard();
    return source;
  }

  #take(part: LanguageModelV4StreamPart): HeardPart | null {
    switch (part.type) {
      case 'text-delta':
        return part.delta === '' ? null : this.#weighed({ type: 'text', text: part.delta }, part.delta);
      case 'reasoning-delta':
        return part.delta === '' ? null : this.#weighed({ type: 'thought', text: part.delta }, part.delta);
      case 'tool-input-delta':
        // Heard again as a whole call, but a flood of them ends here.
        this.#weigh(part.delta.length);
        return null;
      case 'tool-call': {
        // What the provider runs itself is no wish of the model to us.
        if (part.providerExecuted) return null;
        const tool = unspelled(part.toolName, this.#names);
        this.#called = true;
        return this.#weighed({ type: 'call', id: part.toolCallId, tool, input: part.input }, part.input);
      }
      case 'error':
        throw part.error;
      case 'finish':
        return this.#finish(part);
      default:
        return null;
    }
  }

  #finish({ finishReason, usage }: Extract<LanguageModelV4StreamPart, { type: 'finish' }>): HeardPart {
    const { unified } = finishReason;
    const silent = !this.#said && (usage.outputTokens.total ?? 0) === 0;
    if (unified === 'error' || unified === 'interrupted' || (unified === 'other' && silent)) {
      this.usage = usage;
      throw this.#brokenOff();
    }
    this.#whole = true;
    return { type: 'finish', finish: finishOf(unified, this.#called), usage };
  }

  #weighed<T extends HeardPart>(part: T, text: string): T {
    this.#said = true;
    this.#weigh(text.length);
    return part;
  }

  #weigh(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MOST_CHARACTERS)
      throw this.#failure('flood', `more than ${MOST_CHARACTERS} characters`);
  }

  #brokenOff(): ModelFailure {
    return this.#said
      ? this.#failure('outage', 'its answer broke off')
      : this.#failure('garbage', 'there is no answer in what it sent');
  }

  #failure(trouble: ModelFailure['trouble'], words: string): ModelFailure {
    return new ModelFailure(trouble, `${this.#candidate.name}: ${words}.`);
  }

  /** What this try says about its provider. Only the first word counts. */
  note(ok: boolean | null): void {
    if (this.#pass === null) return;
    this.#candidate.breaker.note(this.#pass, this.#around.clock.now(), ok);
    this.#pass = null;
  }

  end(): void {
    this.note(null);
    this.#watch.end(this.#whole);
    if (!this.#whole) this.#source?.cancel();
  }
}

type Unified = Extract<LanguageModelV4StreamPart, { type: 'finish' }>['finishReason']['unified'];

function finishOf(unified: Unified, called: boolean): ModelFinish {
  if (unified === 'length') return 'length';
  if (unified === 'content-filter') return 'filtered';
  // Some say `stop` and call nevertheless.
  if (called) return 'calls';
  return unified === 'stop' || unified === 'tool-calls' ? 'stop' : 'other';
}

const toolless = ({ name }: Candidate): ModelFailure =>
  new ModelFailure('request', `${name}: it has no tool calling, which this request needs.`);

function spared({ name, breaker }: Candidate, now: number): ModelFailure {
  const waitMs = breaker.waitMs(now);
  const words = `${name}: the provider failed too often and is spared for ${Math.ceil(waitMs / 1000)} s.`;
  return new ModelFailure('outage', words, waitMs);
}

/** One failure for all of them: the last decides what it is, each model has its sentence once. */
function together(failures: readonly ModelFailure[]): ModelFailure {
  const last = failures.at(-1) as ModelFailure;
  const sentences = [...new Set(failures.map(({ message }) => message))];
  const waits = failures.flatMap(({ failure }) => failure.retryAfterMs ?? []);
  const again = mayPass(last.trouble) && waits.length > 0 ? Math.min(...waits) : null;
  return new ModelFailure(last.trouble, sentences.join(' '), again);
}
