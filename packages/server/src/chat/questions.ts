import type {
  ChatId,
  ChatQuestion,
  ChatVerdict,
  Instant,
  Json,
  StopSignal,
  Tool,
  ToolPermission,
} from '@symphony/domain';
import { RequestError } from '@symphony/protocol';

/** What changes the world outside the chat needs a person's word. */
const ASKED: readonly ToolPermission[] = ['write', 'execute'];

export const asksFor = ({ permissions = [] }: Pick<Tool, 'permissions'>): boolean =>
  permissions.some((each) => ASKED.includes(each));

export const questionOf = ({ name, permissions = [] }: Tool, input: Json, call: string): ChatQuestion => ({
  id: call,
  tool: name,
  input,
  permissions,
  text: `May \`${name}\` ${wantsOf(permissions)}?`,
});

/** What a person is asked for, such as “write and execute”. */
export const wantsOf = (permissions: readonly ToolPermission[]): string =>
  permissions.filter((each) => ASKED.includes(each)).join(' and ');

/** A question, and where and since when it waits. */
export interface AskedInChat {
  readonly chat: ChatId;
  readonly title: string;
  readonly session: string;
  readonly askedAt: Instant;
  readonly question: ChatQuestion;
}

interface OpenQuestion {
  readonly asked: AskedInChat;
  answer(verdict: ChatVerdict): void;
}

const keyOf = (chat: string, id: string): string => `${chat} ${id}`;

/** Questions that wait for a person, each until it is answered or what it belongs to is stopped. */
export class OpenQuestions {
  /** By chat and call: a provider's names of its calls may be the same in another chat. */
  readonly #open = new Map<string, OpenQuestion>();

  /** Rejects with the signal's reason. */
  wait(asked: AskedInChat, signal: StopSignal): Promise<ChatVerdict> {
    const key = keyOf(asked.chat, asked.question.id);
    return new Promise((resolve, reject) => {
      const fall = (): void => {
        this.#open.delete(key);
        reject(signal.reason ?? new Error('It was stopped.'));
      };
      if (signal.aborted) return fall();
      signal.addEventListener('abort', fall, { once: true });
      this.#open.set(key, {
        asked,
        answer: (verdict) => {
          this.#open.delete(key);
          signal.removeEventListener('abort', fall);
          resolve(verdict);
        },
      });
    });
  }

  /** Nobody waits for it any more; `wait` never settles. */
  drop({ chat, question }: AskedInChat): void {
    this.#open.delete(keyOf(chat, question.id));
  }

  all(): readonly AskedInChat[] {
    return [...this.#open.values()].map(({ asked }) => asked);
  }

  of(chat: ChatId): readonly string[] {
    return this.all()
      .filter((each) => each.chat === chat)
      .map(({ question }) => question.id);
  }

  /** Returns which was answered. Throws RequestError when there is none, or when it is not clear which is meant. */
  answer(chat: ChatId, question: string | null, verdict: ChatVerdict): string {
    const open = this.of(chat);
    const id = question ?? (open.length === 1 ? open[0] : undefined);
    const found = id === undefined ? undefined : this.#open.get(keyOf(chat, id));
    if (id === undefined && open.length > 1)
      throw new RequestError(
        'invalid',
        'Several questions are open in this chat.',
        'Say which one is meant.',
      );
    if (id === undefined || !found)
      throw new RequestError('missing', 'Nothing is asked in this chat now, or not this.', null);
    found.answer(verdict);
    return id;
  }
}
