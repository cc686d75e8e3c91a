import type { ChatRequest, ChatView } from '@symphony/domain';
import { Complaint, misuse } from '../complaint.ts';
import type { Desk } from '../desk.ts';
import { onInterrupts } from '../interrupts.ts';
import { oneLine } from '../screen/harmless.ts';
import { readStdin } from '../stdin.ts';
import { readGiven } from './files.ts';
import { hearRequest } from './hear.ts';
import { askLeave } from './leave.ts';
import { type ReachedChats, withChats } from './reach.ts';
import { SILENT, SpokenVoice } from './voice.ts';

export interface AskOptions {
  readonly file: readonly string[];
  readonly json?: boolean;
  readonly timeout?: number;
  readonly yes?: boolean;
  readonly quiet?: boolean;
  readonly resume?: string;
}

/** One question, one answer. */
export async function askOnce(desk: Desk, given: string, options: AskOptions): Promise<void> {
  const text = given === '-' ? await readStdin() : given;
  if (text.trim() === '') throw misuse('There is nothing to ask.', 'Use `symphony ask "your question"`.');
  const files = await Promise.all(options.file.map(readGiven));
  await withChats(desk, async (reached) => {
    const before = options.resume ? await reached.client.ask('chat', { id: options.resume }) : null;
    const sent = await reached.client.command({
      name: 'chat-send',
      chat: options.resume ?? null,
      text,
      ...(files.length > 0 ? { files } : {}),
      permit: options.yes ? 'yes' : desk.terminal.interactive && !options.json ? 'ask' : 'no',
      by: desk.person,
    });
    if (!sent.accepted || !sent.chat || !sent.session) throw new Complaint(sent.message);
    const { request, chat } = await heard(desk, reached, options, {
      chat: sent.chat,
      session: sent.session,
      before,
    });
    tell(desk, reached, options, request, chat);
  });
}

async function heard(
  desk: Desk,
  { client }: ReachedChats,
  options: AskOptions,
  sent: { readonly chat: string; readonly session: string; readonly before: ChatView | null },
) {
  const { terminal } = desk;
  const { chat, session, before } = sent;
  const stop = (): void => {
    // Told by what is recorded: the answer to this may come when nobody waits any more.
    void client.command({ name: 'chat-stop', chat, by: desk.person }).catch(() => undefined);
  };
  let late = false;
  const quiet = onInterrupts((count) => (count > 1 ? process.exit(130) : stop()));
  const timer =
    options.timeout === undefined
      ? null
      : setTimeout(() => {
          late = true;
          stop();
        }, options.timeout);
  const voice = options.json
    ? SILENT
    : new SpokenVoice({
        terminal,
        live: terminal.stdout.isTTY === true,
        quiet: options.quiet === true || process.stderr.isTTY !== true,
      });
  try {
    const hearing = { chat, session, after: before?.seq ?? 0, before };
    const ended = await hearRequest(client, hearing, voice, (question, settled) =>
      askLeave({ desk, client, chat, read: readLine }, question, settled),
    );
    if (!late) return ended;
    const error = `It took longer than ${options.timeout} ms and was stopped.`;
    return { ...ended, request: { ...ended.request, state: 'stopped' as const, error } };
  } finally {
    if (timer) clearTimeout(timer);
    quiet();
  }
}

function tell(
  desk: Desk,
  { running }: ReachedChats,
  { json }: AskOptions,
  request: ChatRequest,
  chat: ChatView,
): void {
  const { terminal } = desk;
  const { session, state, answer, error, cost, plan, steps } = request;
  const success = state === 'done';
  if (json)
    terminal.json({
      chat: chat.id,
      session,
      success,
      state,
      answer,
      error,
      cost,
      plan,
      steps: steps.filter(isTool),
    });
  else if (!success) {
    const why = error ?? (state === 'stopped' ? 'It was stopped.' : 'It could not be done.');
    // On one screen with the answer, which says it already.
    if (!terminal.interactive || !answer.includes(why))
      terminal.note(`${terminal.paintError('bad', 'symphony:')} ${oneLine(why)}`);
  }
  if (!json && running === null && setTimer(request))
    terminal.note('No Symphony runs here, so the timer rings when one is started: `symphony up`.');
  desk.endWith(success ? 0 : 1);
}

const isTool = ({ kind }: ChatRequest['steps'][number]): boolean => kind === 'tool';

/** A timer was set, and it takes somebody to ring it. */
export const setTimer = ({ steps }: ChatRequest): boolean =>
  steps.some(
    (step) => step.kind === 'tool' && /^(timer|reminder)\./.test(step.tool) && step.result?.success === true,
  );

async function readLine(text: string, settled: AbortSignal): Promise<string | null> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(text, { signal: settled });
  } catch (error) {
    if (!settled.aborted) throw error;
    process.stderr.write('\n'); // what comes next does not stand behind the question
    return null;
  } finally {
    reader.close();
  }
}
