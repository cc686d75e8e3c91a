import { anthropic } from './anthropic.ts';
import { chat } from './chat.ts';
import { type Conversation, callOf, isSideCall, type Loose } from './conversation.ts';
import { gemini } from './gemini.ts';
import { type Body, refusalOf } from './refusal.ts';
import { type Reply, replyTo } from './reply.ts';
import { responses } from './responses.ts';
import { type Fault, isFault, type Spoiling } from './script.ts';
import type { Wire } from './wire.ts';

const WIRES: readonly Wire[] = [anthropic, responses, chat, gemini];

/** A request that is understood: who asks, in which wire, under which scenario. */
export interface Question {
  readonly wire: Wire;
  readonly conversation: Conversation;
  readonly scenario: string;
}

/** What is done about it. */
export type Answer =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly slow: boolean }
  | { readonly kind: 'refuse'; readonly fault: Fault; readonly body: Body }
  | { readonly kind: 'spoil'; readonly fault: Spoiling; readonly reply: Reply }
  | { readonly kind: 'silent' | 'never' | 'cut' };

/** Null: nothing that a model is asked by. */
export function readQuestion(path: string, body: Loose): Question | null {
  const [, scenario = '', ...rest] = path.split('/');
  const asked = `/${rest.join('/')}`;
  const wire = WIRES.find((each) => each.fits(asked));
  return wire ? { wire, conversation: wire.read(body, asked), scenario } : null;
}

/** `isFirst`: told whether a fault that happens once has not happened yet. */
export function answerTo(question: Question, isFirst: () => boolean, nowSeconds: number): Answer {
  const { wire, conversation, scenario } = question;
  const side = isSideCall(conversation);
  const call = side ? { texts: [], action: null, fault: null } : callOf(conversation);
  const fault = isFault(scenario) ? scenario : call.fault;
  switch (fault) {
    case 'silent':
    case 'never':
    case 'cut':
      return { kind: fault };
    case null:
    case 'slow':
      return { kind: 'reply', reply: replyTo(conversation, call), slow: fault === 'slow' };
    case 'torn':
    case 'half':
    case 'garbage':
    case 'page':
    case 'flood':
      return { kind: 'spoil', fault, reply: replyTo(conversation, call) };
    case 'oncetorn': {
      const reply = replyTo(conversation, call);
      const torn = !side && isFirst();
      return torn ? { kind: 'spoil', fault: 'torn', reply } : { kind: 'reply', reply, slow: false };
    }
    default: {
      const once = fault === 'once429' || fault === 'once500';
      const refusal = once && (side || !isFirst()) ? null : refusalOf(fault, nowSeconds);
      if (refusal) return { kind: 'refuse', fault, body: wire.refuse(refusal) };
      return { kind: 'reply', reply: replyTo(conversation, call), slow: false };
    }
  }
}
