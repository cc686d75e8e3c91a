import {
  type Json,
  type ModelDescription,
  type ModelFinish,
  type ModelPart,
  type ModelPurpose,
  type ModelRequest,
  type Models,
  type ModelUsage,
  PortError,
  type StopSignal,
} from '@symphony/domain';

/** What a scripted model answers once: plain data, faults included. */
export interface ScriptedAnswer {
  readonly thought?: string;
  /** In pieces, as it is streamed. */
  readonly text?: string | readonly string[];
  /** The text so many times over: ten megabytes need not be written into a script. */
  readonly times?: number;
  readonly calls?: readonly ScriptedCall[];
  readonly fault?: ScriptedFault;
  readonly finish?: ModelFinish;
  readonly usage?: Partial<ModelUsage>;
}

export interface ScriptedCall {
  readonly id?: string;
  readonly tool: string;
  readonly input?: Json;
  /** As the model writes it, for what is no JSON. */
  readonly raw?: string;
}

export type ScriptedFault =
  | 'fails' // in the middle of the stream, after all tries; `usage` is what they took
  | 'breaks-off' // the stream is over and nobody said so
  | 'begins-again' // what was heard is void; then the same once more, whole
  | 'hangs' // until it is stopped
  | 'deaf' // hangs and does not even hear that
  | 'refused';

export type Script =
  | readonly ScriptedAnswer[]
  | Partial<Record<ModelPurpose, readonly ScriptedAnswer[]>>
  | ((request: ModelRequest, count: number) => ScriptedAnswer);

/** Models that answer from a script, in order, for each purpose on its own when the script says so. */
export class ScriptedModels implements Models {
  /** What they were asked, oldest first. */
  readonly requests: ModelRequest[] = [];
  /** Streams that were stopped before their end. */
  stopped = 0;
  readonly #script: Script;
  readonly #description: ModelDescription;
  readonly #counts = new Map<string, number>();

  constructor(script: Script, description: Partial<ModelDescription> = {}) {
    this.#script = script;
    this.#description = {
      provider: 'scripted',
      model: 'scripted',
      nativeTools: true,
      contextTokens: 128_000,
      ...description,
    };
  }

  describe(): ModelDescription {
    return this.#description;
  }

  async *call(request: ModelRequest, signal: StopSignal): AsyncGenerator<ModelPart> {
    this.requests.push(request);
    if (signal.aborted) throw signal.reason;
    const answer = this.#next(request);
    if (answer.fault === 'refused') throw new PortError({ code: 'refused', message: 'The model refused.' });
    if (answer.fault === 'begins-again') {
      yield* partsOf(answer);
      yield { type: 'again', reason: 'The connection was lost.', model: this.#description.model };
    }
    for (const part of partsOf(answer)) {
      if (signal.aborted) throw this.#stop(signal);
      yield part;
    }
    if (answer.fault === 'breaks-off') return;
    if (answer.fault === 'fails' && answer.usage) yield { type: 'failed', usage: this.#usage(answer) };
    if (answer.fault === 'fails')
      throw new PortError({ code: 'unavailable', message: 'The model went away.' });
    if (answer.fault === 'deaf') await new Promise(() => undefined);
    if (answer.fault === 'hangs') {
      await new Promise<void>((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      throw this.#stop(signal);
    }
    yield this.#end(answer);
  }

  #stop(signal: StopSignal): unknown {
    this.stopped += 1;
    return signal.reason;
  }

  #next(request: ModelRequest): ScriptedAnswer {
    const script = this.#script;
    const key = typeof script === 'function' || Array.isArray(script) ? '' : request.purpose;
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    if (typeof script === 'function') return script(request, count);
    const answers = Array.isArray(script)
      ? (script as readonly ScriptedAnswer[])
      : ((script as Partial<Record<ModelPurpose, readonly ScriptedAnswer[]>>)[request.purpose] ?? []);
    const answer = answers[count];
    if (!answer)
      throw new PortError({
        code: 'internal',
        message: `The script has no answer ${count + 1} to ${request.purpose}.`,
      });
    return answer;
  }

  #end(answer: ScriptedAnswer): ModelPart {
    const { finish, calls } = answer;
    return {
      type: 'end',
      finish: finish ?? (calls?.length ? 'calls' : 'stop'),
      usage: this.#usage(answer),
    };
  }

  #usage({ usage }: ScriptedAnswer): ModelUsage {
    return {
      model: this.#description.model,
      inputTokens: 10,
      cachedTokens: 0,
      outputTokens: 5,
      usd: 0,
      latencyMs: 0,
      tries: 1,
      ...usage,
    };
  }
}

let calls = 0;

function* partsOf({ thought, text, times = 1, calls: wished = [] }: ScriptedAnswer): Generator<ModelPart> {
  if (thought !== undefined) yield { type: 'thought', text: thought };
  const pieces = text === undefined ? [] : typeof text === 'string' ? [text] : text;
  for (let time = 0; time < times; time++) for (const piece of pieces) yield { type: 'text', text: piece };
  for (const { id, tool, input = {}, raw } of wished) {
    calls += 1;
    yield { type: 'call', id: id ?? `scripted-${calls}`, tool, input: raw ?? JSON.stringify(input) };
  }
}
