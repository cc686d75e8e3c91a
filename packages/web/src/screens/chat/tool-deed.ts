import type { ChatStep, Json } from '@symphony/domain';
import type { Deed } from '../../transcript/block.ts';
import { plainLine, plainText } from '../../ui/plain-text.ts';

type ToolStep = Extract<ChatStep, { kind: 'tool' }>;

/** More than anybody reads here; the export has all of it. */
const MOST = 20_000;

/** A call of a tool as the transcript shows deeds: one line, and all of it when it is opened. */
export function toolDeed(step: ToolStep, running: boolean, progress: string | undefined): Deed {
  const { id, tool, input, result, at } = step;
  const failure = result === null ? (running ? null : CUT_OFF) : result.success ? null : whyFailed(result);
  return {
    key: id,
    name: plainLine(tool, 80),
    summary: failure ?? (progress ? plainLine(progress) : inputLine(input)),
    state: failure !== null ? 'failed' : result === null ? 'under way' : 'done',
    result: '',
    begunAt: at,
    ms: result?.metrics.duration ?? null,
    detail: () => detailOf(step, failure),
  };
}

const detailOf = ({ input, result }: ToolStep, failure: string | null): string =>
  [
    `Input\n${jsonText(input)}`,
    ...(result?.success ? [`Output\n${jsonText(result.result ?? null)}`] : []),
    ...(failure === null ? [] : [`Failed\n${failure}`]),
    ...(result?.details?.guidance ? [`What can be done\n${plainText(result.details.guidance)}`] : []),
  ].join('\n\n');

const CUT_OFF = 'It was cut off; what it did is not known.';

const whyFailed = ({ error }: NonNullable<ToolStep['result']>): string =>
  plainText(error ?? 'It gave no reason.').trim();

/** `README.md` for a single text, `path: README.md, limit: 10` for several. */
export function inputLine(input: Json): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return shortValue(input);
  const pairs = Object.entries(input);
  const only = pairs.length === 1 ? pairs[0]?.[1] : undefined;
  if (typeof only === 'string') return shortValue(only);
  return plainLine(pairs.map(([name, value]) => `${name}: ${shortValue(value)}`).join(', '), 200);
}

const shortValue = (value: Json): string =>
  plainLine(typeof value === 'string' ? value : JSON.stringify(value), 120);

export function jsonText(value: Json): string {
  const text = plainText(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return text.length <= MOST ? text : `${text.slice(0, MOST)}\n… ${text.length - MOST} characters more`;
}
