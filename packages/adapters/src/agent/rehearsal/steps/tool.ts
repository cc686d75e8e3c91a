import type { ActionOf } from '../script/step.ts';
import { failed, type Stage, type StepEnd } from '../stage.ts';
import type { HostTools } from '../wire.ts';
import { filledIn } from './fill-in.ts';

/** A person may be asked through a tool, and takes their time. */
const PATIENCE_MS = 24 * 3_600_000;

/**
 * Calls a host tool over MCP, as any agent does. What it says is `{{result}}` from then on. An error is
 * said, and the script goes on unless it must not. Whether a call that was cut off by a restart had
 * reached anybody cannot be known from here, so it is made again.
 */
export async function toolStep(
  stage: Stage,
  action: ActionOf<'tool'>,
  interruption: AbortSignal,
): Promise<StepEnd> {
  stage.journal.begin('repeatable', () => ({ kind: 'repeatable' }));
  const { ok, text } = await answerOf(stage, action, interruption);
  const record = { result: text };
  if (ok) return { kind: 'done', summary: text, record };
  const reason = `${action.name} answered with an error: ${text}`;
  if (action.must) return failed(reason);
  return { kind: 'done', summary: reason, record, told: { type: 'message', text: reason } };
}

interface Answer {
  readonly ok: boolean;
  readonly text: string;
}

async function answerOf(stage: Stage, action: ActionOf<'tool'>, interruption: AbortSignal): Promise<Answer> {
  if (stage.tools === null) return { ok: false, text: 'No host tools are offered to this run.' };
  try {
    return await call(stage.tools, action.name, filledIn(action.arguments, stage), interruption);
  } catch (error) {
    return { ok: false, text: error instanceof Error ? error.message : String(error) };
  }
}

async function call(
  { url, token }: HostTools,
  name: string,
  given: ActionOf<'tool'>['arguments'],
  signal: AbortSignal,
): Promise<Answer> {
  // Loaded here because few players need it, and every player would start later for it.
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'symphony-rehearsal', version: '1' });
  const headers = { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  try {
    const { content, isError } = await client.callTool(
      { name, arguments: { ...given } },
      { signal, timeout: PATIENCE_MS },
    );
    const said = content.map((each) => (each.type === 'text' ? each.text : `(${each.type})`));
    return { ok: isError !== true, text: said.join('\n') };
  } finally {
    // Says goodbye first: the host then knows that nobody waits for an answer any more.
    await transport.terminateSession();
    await client.close();
  }
}
