import {
  failureOf,
  type Json,
  type ModelMessage,
  PortError,
  type StepResult,
  type ToolResult,
} from '@symphony/domain';
import { stopReason } from '../cancellation.ts';
import type { ModelAnswer, Session } from '../session.ts';
import { Circles } from './circles.ts';
import { fitting } from './compact.ts';
import { contractSpeech } from './contract.ts';
import type { ExecutionEnding, ExecutionOutcome, Opening } from './outcome.ts';
import { performCalls } from './perform.ts';
import { shortened } from './shorten.ts';
import { nativeSpeech, plainSpeech, type ReadCall, type Speech } from './speech.ts';
import { type TurnStep, unsettled } from './unsettled.ts';
import { backoffMs, wait } from './waiting.ts';

/** How often a model is told that its answer had no usable form. */
const REMINDERS = 2;
/** For a model that does not say how much it takes in. */
const USUAL_CONTEXT = 128_000;

/**
 * The tool loop (R6): asks the model, does what it wishes, tells it what came of it, until it answers. Never
 * rejects; how it ended, and whether what it did succeeded, is in the outcome.
 */
export function converse(session: Session, opening: Opening): Promise<ExecutionOutcome> {
  return new ToolLoop(session, opening).play();
}

class ToolLoop {
  readonly #session: Session;
  readonly #opening: Opening;
  readonly #speech: Speech;
  readonly #offered: ReadonlySet<string>;
  readonly #contextTokens: number;
  readonly #circles = new Circles();
  readonly #steps: TurnStep[] = [];
  #messages: ModelMessage[];
  #model: string | null = null;
  #slips = 0;

  constructor(session: Session, opening: Opening) {
    const { models, tools, names } = session.around;
    const described = tools.describe(opening.tools);
    const model = models.describe(opening.tier);
    this.#session = session;
    this.#opening = opening;
    this.#offered = new Set(described.map(({ name }) => name));
    this.#messages = [...opening.messages];
    this.#contextTokens = model?.contextTokens ?? USUAL_CONTEXT;
    this.#speech =
      described.length === 0
        ? plainSpeech
        : model?.nativeTools
          ? nativeSpeech(described)
          : contractSpeech(described, () => names('call'));
  }

  async play(): Promise<ExecutionOutcome> {
    try {
      return await this.#turns();
    } catch (error) {
      const { signal, saidBeforeStop } = this.#session;
      if (signal.aborted)
        return this.#ended('stopped', failureOf(stopReason(signal)).message, saidBeforeStop);
      const answered = error instanceof PortError && error.failure.code === 'invalid';
      return this.#ended(answered ? 'no-answer' : 'no-model', failureOf(error).message);
    }
  }

  async #turns(): Promise<ExecutionOutcome> {
    const most = this.#session.config.maxStepsPerPlan;
    for (let turn = 1; turn <= most; turn++) {
      const answer = await this.#ask();
      this.#model = answer.usage.model;
      const reading = this.#speech.read(answer);
      if (reading.type === 'answer') return this.#answered(reading.text, answer);
      if (reading.type === 'unusable') {
        this.#slips += 1;
        if (this.#slips > REMINDERS)
          return this.#ended(
            'no-answer',
            `The model did not answer in a usable form. ${reading.problem}`,
            answer.text,
          );
        this.#messages.push(
          { role: 'assistant', text: answer.text },
          { role: 'user', text: reading.problem },
        );
        continue;
      }
      if (!(await this.#act(turn, reading.text, reading.calls)))
        return this.#ended(
          'circles',
          'It went round in circles: the same call again and again, with the same result.',
        );
    }
    return this.#ended('limit', `It did not come to an end within ${most} model calls.`);
  }

  /** Asked again when the answer broke off; what may pass was tried again below already. */
  async #ask(): Promise<ModelAnswer> {
    const { agent, config, around, signal } = this.#session;
    const { tier } = this.#opening;
    const fit = await fitting(this.#session, this.#messages, this.#opening.messages.at(-1), {
      tier,
      contextTokens: this.#contextTokens,
    });
    if (fit !== this.#messages) this.#messages = [...fit];
    // What was asked stays what was asked: later turns go into a list of their own.
    const asked = this.#speech.request([...this.#messages]);
    for (let again = 1; ; again++) {
      try {
        return await this.#session.ask(
          {
            tier,
            purpose: 'converse',
            ...asked,
            ...(agent.temperature === undefined ? {} : { temperature: agent.temperature }),
            ...(agent.maxOutputTokens === undefined ? {} : { maxOutputTokens: agent.maxOutputTokens }),
          },
          { aloud: this.#speech.aloud },
        );
      } catch (error) {
        const broke = error instanceof PortError && error.failure.code === 'invalid' && !signal.aborted;
        if (!broke || again > Math.min(config.retryAttempts, REMINDERS)) throw error;
        await wait(backoffMs(again, around.chance), around.clock, signal);
      }
    }
  }

  /** False: it goes round in circles. */
  async #act(turn: number, text: string, calls: readonly ReadCall[]): Promise<boolean> {
    const { listener } = this.#opening;
    if (text.trim() !== '') listener?.said?.(text);
    const verdicts = calls.map(({ tool, input }) => this.#circles.judge(tool, input));
    if (verdicts.includes('end')) return false;
    const steps = await performCalls(this.#session, calls, (call, place) =>
      this.#refusal(call, verdicts[place]),
    );
    this.#messages.push({
      role: 'assistant',
      text,
      calls: calls.map(({ id, tool, input }) => ({ id, tool, input: input ?? {} })),
    });
    for (const [place, step] of steps.entries()) {
      const tool = step.tool ?? '';
      this.#circles.note(tool, calls[place]?.input ?? null, step.result);
      const written = calls[place]?.written;
      this.#steps.push({ turn, step, ...(written === undefined ? {} : { written }) });
      listener?.done?.(step);
      this.#messages.push({
        role: 'tool',
        id: step.stepId,
        tool,
        ok: step.result.success,
        output: await shortened(this.#session, tool, toldOf(step.result), this.#contextTokens),
      });
    }
    if (this.#session.signal.aborted) throw stopReason(this.#session.signal);
    return true;
  }

  /** Why a call is not made at all; heard like any other failure. */
  #refusal(call: ReadCall, verdict: 'go' | 'warn' | 'end' | undefined): ToolResult | null {
    if (call.problem !== undefined)
      return this.#refused(
        call,
        'E1001',
        `The input of ${call.tool} cannot be read: ${call.problem}.`,
        'Write the whole input again as one JSON object.',
      );
    if (verdict === 'warn')
      return this.#refused(
        call,
        'E3002',
        `${call.tool} was called with this input several times and always answered the same.`,
        'Use the answer you have, try something else, or tell the person what is missing.',
      );
    if (this.#offered.has(call.tool)) return null;
    const there = this.#session.around.tools.get(call.tool) !== undefined;
    return this.#refused(
      call,
      'E5002',
      there ? `\`${call.tool}\` is not one of your tools.` : `There is no tool \`${call.tool}\`.`,
      `Use one of: ${this.#nearTo(call.tool).join(', ')}.`,
    );
  }

  /** Of its own tools those of the same domain, or else the first of all. */
  #nearTo(name: string): readonly string[] {
    const all = [...this.#offered];
    const domain = name.slice(0, name.indexOf('.') + 1);
    const near = all.filter((each) => domain !== '' && each.startsWith(domain));
    return (near.length > 0 ? near : all).slice(0, 12);
  }

  #refused(
    { id, tool, input }: ReadCall,
    code: 'E1001' | 'E3002' | 'E5002',
    error: string,
    guidance: string,
  ): ToolResult {
    const now = this.#session.around.clock.now();
    const result: ToolResult = {
      success: false,
      error,
      details: { code, guidance, retryable: false },
      metrics: { duration: 0, startTime: now, endTime: now },
    };
    this.#session.emit({ type: 'tool-started', id, tool, input });
    this.#session.emit({ type: 'tool-ended', id, tool, result });
    return result;
  }

  #answered(text: string, { finish }: ModelAnswer): ExecutionOutcome {
    if (!this.#speech.aloud) this.#session.emit({ type: 'text', text });
    if (finish === 'length')
      return this.#ended('no-answer', "The answer was cut off at the model's limit.", text);
    if (finish === 'filtered') return this.#ended('no-answer', 'The answer was cut off by a filter.', text);
    const left = unsettled(this.#steps).filter(({ stepId }) => !this.#isMadeGood(stepId));
    if (left.length > 0) return this.#ended('answered', left.map(failureInWords).join(' '), text);
    return { success: true, answer: text, steps: this.#done(), ending: 'answered', model: this.#model };
  }

  #ended(ending: ExecutionEnding, error: string, answer = ''): ExecutionOutcome {
    return { success: false, answer, steps: this.#done(), error, ending, model: this.#model };
  }

  #done(): readonly StepResult[] {
    return this.#steps.map(({ step }) =>
      !step.result.success && this.#isMadeGood(step.stepId) ? { ...step, madeGood: true } : step,
    );
  }

  #isMadeGood(call: string): boolean {
    return this.#session.followed?.isMadeGood(call) ?? false;
  }
}

/** What the model hears of a result. */
function toldOf({ success, result, error, details }: ToolResult): Json {
  if (success) return result ?? null;
  return { error: error ?? 'It failed.', ...(details?.guidance ? { guidance: details.guidance } : {}) };
}

export const failureInWords = ({ tool, result }: StepResult): string =>
  `${tool ?? 'A step'} failed: ${(result.error ?? 'nobody said why').replace(/\.?$/, '.')}`;
