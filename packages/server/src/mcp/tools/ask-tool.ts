import type { ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '@symphony/domain';
import { z } from 'zod';
import type { Offered } from '../offered.ts';
import { offeredTool, say } from '../offered-tool.ts';
import type { OpenQuestions } from '../open-questions.ts';
import { sentence, story } from './text.ts';

/** Programs commonly give up a call that says nothing for a minute. */
const SIGN_OF_LIFE_MS = 10_000;

/** How long a program whose connection broke may take to come back for the answer. */
const COME_BACK_MS = 60_000;

export const askTool = (questions: OpenQuestions, clock: Pick<Clock, 'after'>): Offered =>
  offeredTool({
    name: 'ask_human',
    title: 'Ask a person',
    description:
      'Ask a person a question and wait for the answer. That may take minutes or hours, so ask only what you ' +
      'cannot find out and must not decide yourself. If the call ends without an answer, call it again with ' +
      'exactly the same question: the wait goes on where it was.',
    readOnly: false,
    patient: true,
    input: z.object({
      question: story.describe('The question, with all a person needs to answer it.'),
      choices: z
        .array(sentence)
        .max(20)
        .optional()
        .describe('The answers to choose from, if there are such.'),
      default: sentence.optional().describe('What you would do if you had to decide yourself.'),
    }),
    async call({ question, choices = [], default: preferred = null }, context) {
      const stop = showLife(context, clock);
      const listener = listenerOf(context, clock);
      try {
        return say(await questions.ask({ question, choices, default: preferred }, listener.gone));
      } finally {
        stop();
        listener.forget();
      }
    },
  });

/**
 * Gone is whoever has cancelled the call or lost the connection it came on. Where the stream can be
 * resumed, a lost connection counts only after a while; a program that came back in between and has no
 * answer by then is told to ask again, which costs it a turn and loses nothing.
 */
function listenerOf({ mcpReq, http }: ServerContext, clock: Pick<Clock, 'after'>): Listener {
  const lost = new AbortController();
  let callOff: () => void = () => undefined;
  const isResumable = http?.closeSSE !== undefined;
  const onLost = () => {
    if (isResumable) callOff = clock.after(COME_BACK_MS, () => lost.abort());
    else lost.abort();
  };
  const connection = http?.req?.signal;
  connection?.addEventListener('abort', onLost, { once: true });
  if (connection?.aborted) onLost();
  return {
    gone: AbortSignal.any([mcpReq.signal, lost.signal]),
    forget() {
      callOff();
      connection?.removeEventListener('abort', onLost);
    },
  };
}

interface Listener {
  readonly gone: AbortSignal;
  forget(): void;
}

/** Progress resets the time limit of programs that asked for it; the others see only comments of the stream. */
function showLife({ mcpReq }: ServerContext, clock: Pick<Clock, 'after'>): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  const message = 'Waiting for a person to answer.';
  let progress = 0;
  let callOff: () => void;
  const tell = () => {
    progress += 1;
    const told = mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message },
    });
    told.catch(() => callOff()); // the connection is gone, and `listenerOf` tells so
    callOff = clock.after(SIGN_OF_LIFE_MS, tell);
  };
  callOff = clock.after(SIGN_OF_LIFE_MS, tell);
  return () => callOff();
}
