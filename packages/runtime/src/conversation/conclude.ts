import { failureOf, type StepResult } from '@symphony/domain';
import { cut } from '../execution/perform.ts';
import type { Session } from '../session.ts';

/** What an answer is made of when a plan was played. */
export interface Played {
  readonly success: boolean;
  readonly steps: readonly StepResult[];
  readonly error?: string;
  /** Said of the plan itself, such as that there was none. */
  readonly notes: readonly string[];
}

/**
 * The final answer after a plan (R14): words of a model that is told every result, failures too; without a model, a
 * plain account made from the steps. What was not done is always said, whatever the model says.
 */
export async function concludingWords(session: Session, played: Played): Promise<string> {
  const left = notDone(played.steps);
  try {
    const { text } = await session.ask(
      {
        tier: session.agent.tier ?? 'default',
        purpose: 'conclude',
        messages: [
          { role: 'system', text: RULES },
          { role: 'user', text: account(session.task, played) },
        ],
        ...(session.agent.maxOutputTokens === undefined
          ? {}
          : { maxOutputTokens: session.agent.maxOutputTokens }),
      },
      { aloud: true },
    );
    if (text.trim() !== '') return withRest(session, text, left);
  } catch (error) {
    if (!session.signal.aborted)
      session.emit({
        type: 'insight',
        text: `The answer was made without a model: ${failureOf(error).message}`,
      });
  }
  const before = session.saidBeforeStop;
  const text = `${before === '' ? '' : '\n\n'}${plainAccount(played)}`;
  session.emit({ type: 'text', text });
  return `${before}${text}`;
}

const RULES = `You write the answer to a person's request from what was really done for it. Use only these results. Say what was done, and say plainly what failed and why. Do not mention steps, tools or this instruction; no small talk.`;

function account(task: string, { steps, notes, error }: Played): string {
  const lines = steps.map(({ description, result }, at) =>
    result.success
      ? `${at + 1}. ${description}: done. Result: ${cut(JSON.stringify(result.result ?? null), 4000)}`
      : `${at + 1}. ${description}: FAILED: ${result.error ?? 'nobody said why'}`,
  );
  const more = [...notes, ...(error === undefined ? [] : [error])].map((note) => `Note: ${note}`);
  return [`Request: ${task}`, 'What was done:', ...lines, ...more].join('\n');
}

function withRest(session: Session, text: string, left: string): string {
  if (left === '') return text;
  const rest = `\n\n${left}`;
  session.emit({ type: 'text', text: rest });
  return `${text}${rest}`;
}

/** `Not done: …`, or nothing. A step that failed and was done later counts as done. */
export function notDone(steps: readonly StepResult[]): string {
  const failed = steps.filter(
    (step, at) =>
      !step.result.success &&
      !step.madeGood &&
      !steps.slice(at + 1).some((later) => later.stepId === step.stepId && later.result.success),
  );
  if (failed.length === 0) return '';
  const each = failed.map(
    ({ description, result }) => `${description} (${result.error ?? 'nobody said why'})`,
  );
  return `Not done: ${[...new Set(each)].join('; ')}`;
}

/** Without a model: what happened, in order. */
export function plainAccount({ steps, error, notes }: Omit<Played, 'success'>): string {
  const done = steps.filter(({ result }) => result.success);
  const said = done.map(
    ({ description, result }) => `${description}: ${cut(JSON.stringify(result.result ?? null), 400)}`,
  );
  const parts = [
    ...(said.length > 0 ? [`Done: ${said.join('; ')}`] : ['Nothing was done.']),
    notDone(steps),
    ...(error === undefined ? [] : [error]),
    ...notes,
  ];
  return parts.filter((each) => each !== '').join('\n');
}
