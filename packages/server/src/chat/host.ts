import {
  type ChatFile,
  type ChatHead,
  type ChatId,
  type ChatRequest,
  type ChatView,
  type Clock,
  type ConversationRecord,
  chatOfSession,
  emptyChat,
  failureOf,
  foldChatEntries,
  type Journal,
  type Json,
  type Names,
  type QuestionView,
  type RuntimeEvent,
  sessionOfChat,
  type Tool,
  type ToolContext,
} from '@symphony/domain';
import { type CommandAnswer, RequestError } from '@symphony/protocol';
import { conversationOf } from './conversation.ts';
import { followChat } from './follow.ts';
import { inboxQuestion } from './inbox.ts';
import type { ChatCommand, ChatWork } from './index.ts';
import { asksFor, OpenQuestions, questionOf } from './questions.ts';
import type { ChatShelf } from './shelf.ts';
import { Speech } from './speech.ts';
import { stopping } from './stopping.ts';
import { workOf } from './work.ts';

/** One request as it is played. */
export interface Played {
  readonly session: string;
  /** The session it goes on from. */
  readonly after: string | null;
  readonly text: string;
  readonly files: readonly ChatFile[];
}

export interface HostParts {
  readonly journal: Journal;
  readonly shelf: ChatShelf;
  readonly clock: Clock;
  readonly names: Names;
  /** Rejects with RequestError when nothing can be played, with what to do about it. */
  ready(): Promise<void>;
  readonly redact: (text: string) => string;
  /** Plays a request to its end; tells all it says, also what it records. Rejects only when it could not begin. */
  play(request: Played, signal: AbortSignal, hear: (event: RuntimeEvent) => void): Promise<void>;
  readonly warn: (message: string) => void;
}

interface Playing {
  readonly speech: Speech;
  readonly stop: AbortController;
  readonly over: Promise<void>;
}

/**
 * The chats of a repository. A chat plays one request at a time: idle → playing ⇄ asking → idle. Everything that
 * can be known about it afterwards is in the journal; what is here is who plays now.
 */
export class ChatHost {
  readonly #parts: HostParts;
  readonly #playing = new Map<ChatId, Playing>();
  readonly #listeners = new Map<ChatId, Set<() => void>>();
  readonly #questions = new OpenQuestions();
  #closing = false;
  readonly #closed = new AbortController();

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  heads(limit: number): readonly ChatHead[] {
    return this.#parts.shelf.heads(limit).map((head) => ({ ...head, state: this.#state(head.id) }));
  }

  view(id: ChatId): ChatView {
    const { shelf } = this.#parts;
    const chat = foldChatEntries(emptyChat(id), shelf.all(id));
    if (chat.requests.length === 0) throw unknownChat(id);
    const played = this.#playing.get(id)?.speech.session;
    const requests = chat.requests.map(
      (each): ChatRequest =>
        each.endedAt === null && each.session !== played
          ? { ...each, state: each.state === 'stopped' ? 'stopped' : 'interrupted', questions: [] }
          : each,
    );
    return { ...chat, title: shelf.note(id).title ?? chat.title, requests };
  }

  export(id: ChatId): readonly ConversationRecord[] {
    const entries = Map.groupBy(this.#parts.shelf.all(id), ({ session }) => session);
    if (entries.size === 0) throw unknownChat(id);
    return [...entries].map(([session, its]) => conversationOf(session, its));
  }

  follow(id: ChatId, after: number) {
    const { shelf, clock } = this.#parts;
    const parts = {
      shelf,
      clock,
      speech: (chat: ChatId) => this.#playing.get(chat)?.speech ?? null,
      listen: (chat: ChatId, call: () => void) => this.#listen(chat, call),
      closed: this.#closed.signal,
    };
    if (shelf.sessions(id).length === 0 && !this.#playing.has(id)) throw unknownChat(id);
    return followChat(parts, id, after);
  }

  async command(command: ChatCommand): Promise<CommandAnswer> {
    switch (command.name) {
      case 'chat-send':
        return this.#send(command);
      case 'chat-stop':
        return this.#stop(command.chat, command.by);
      case 'chat-answer': {
        const { chat, question, verdict, by } = command;
        const id = this.#questions.answer(chat, question, verdict);
        const session = this.#playing.get(chat)?.speech.session;
        if (session) this.#record(session, { type: 'answered', question: id, verdict, by });
        return { accepted: true, chat, message: verdict === 'no' ? 'It may not.' : 'It may.' };
      }
      case 'chat-rename':
        this.view(command.chat);
        this.#parts.shelf.setNote(command.chat, { title: command.title });
        return { accepted: true, chat: command.chat, message: `The chat is called ${command.title}.` };
    }
  }

  workOf(command: ChatWork) {
    return workOf(command, this.view(command.chat));
  }

  /** Whether a tool may run in this session: null, or why not. Waits for a person where one must be asked. */
  async permit(tool: Tool, input: Json, context: ToolContext): Promise<string | null> {
    if (!asksFor(tool)) return null;
    const chat = chatOfSession(context.session);
    if (chat === null) return `${tool.name} is not for sessions without a person.`;
    const { permit, granted } = this.#parts.shelf.note(chat);
    if (permit === 'yes' || granted.includes(tool.name)) return null;
    if (permit === 'no') return `${tool.name} needs a person's word, and nobody is asked here.`;
    const question = questionOf(tool, input, context.call);
    const { session } = context;
    const { shelf, clock } = this.#parts;
    const asked = { chat, title: shelf.title(chat), session, askedAt: clock.now(), question };
    const answer = this.#questions.wait(asked, context.signal);
    answer.catch(() => undefined); // where it cannot be recorded it falls unheard
    try {
      this.#record(session, { type: 'asked', question });
    } catch (error) {
      this.#questions.drop(asked);
      throw error;
    }
    const verdict = await answer;
    if (verdict === 'always')
      this.#parts.shelf.setNote(chat, { granted: [...this.#parts.shelf.note(chat).granted, tool.name] });
    return verdict === 'no' ? `The person does not want ${tool.name} to do this.` : null;
  }

  /** What waits for a person, as the inbox shows it. */
  asking(): readonly QuestionView[] {
    return this.#questions.all().map((asked) => inboxQuestion(asked, this.#parts.redact));
  }

  /** Called with everything that is recorded, whoever records it. */
  recorded(session: string, event: RuntimeEvent): void {
    const chat = chatOfSession(session);
    if (chat === null) return;
    const speech = this.#playing.get(chat)?.speech;
    if (speech?.session === session) speech.hear(event);
    this.#ring(chat);
  }

  async close(): Promise<void> {
    this.#closing = true;
    const all = [...this.#playing.values()];
    for (const { stop } of all) stop.abort(new Error('Symphony was stopped.'));
    await Promise.all(all.map(({ over }) => over));
    this.#closed.abort();
  }

  async #send(command: Extract<ChatCommand, { name: 'chat-send' }>): Promise<CommandAnswer> {
    const { shelf, names } = this.#parts;
    const chat = command.chat ?? names('chat');
    if (this.#playing.has(chat)) return busy(chat);
    const before = command.chat === null ? [] : shelf.sessions(chat);
    if (command.chat !== null && before.length === 0) throw unknownChat(chat);
    await this.#parts.ready();
    if (this.#closing) throw stopping();
    if (this.#playing.has(chat)) return busy(chat);
    if (command.permit) shelf.setNote(chat, { permit: command.permit });
    const session = sessionOfChat(chat, names('r'));
    const { text, files = [] } = command;
    this.#play(chat, { session, after: before.at(-1) ?? null, text, files });
    return { accepted: true, chat, session, message: 'It is being answered.' };
  }

  #play(chat: ChatId, request: Played): void {
    const speech = new Speech(request.session, this.#parts.redact);
    const stop = new AbortController();
    let ended = false;
    const hear = (event: RuntimeEvent): void => {
      if (event.type === 'ended') ended = true;
      // What is recorded is heard by way of the journal.
      if (!isPassing(event)) return;
      speech.hear(event);
      this.#ring(chat);
    };
    const playing = async (): Promise<void> => {
      try {
        await this.#parts.play(request, stop.signal, hear).catch((error: unknown) => {
          if (!ended) this.#endUnplayed(request, failureOf(error).message);
        });
        await this.#parts.journal.written();
      } catch (error) {
        this.#parts.warn(`What was said in ${chat} could not be written down: ${failureOf(error).message}`);
      } finally {
        this.#playing.delete(chat);
        this.#ring(chat);
      }
    };
    // First on the list, then begun: what it says at once is heard.
    const begun = Promise.withResolvers<void>();
    this.#playing.set(chat, { speech, stop, over: begun.promise });
    void playing().then(begun.resolve, begun.reject);
  }

  /** It did not come to its own end: that is an end too, and it is recorded. */
  #endUnplayed({ session, text }: Played, error: string): void {
    const entries = this.#parts.journal.read(session, 0, 1);
    if (entries.length === 0) this.#record(session, { type: 'began', task: text, agent: 'chat' });
    this.#record(session, {
      type: 'ended',
      mode: 'legacy',
      outcome: {
        success: false,
        answer: '',
        error,
        metrics: {
          duration: 0,
          modelCalls: 0,
          toolCalls: 0,
          tokens: { input: 0, output: 0 },
          cost: 0,
          cacheHits: 0,
        },
      },
    });
  }

  async #stop(chat: ChatId, by: string): Promise<CommandAnswer> {
    const playing = this.#playing.get(chat);
    if (!playing) return { accepted: false, chat, message: 'Nothing is being answered in this chat.' };
    this.#record(playing.speech.session, { type: 'stopped', by });
    playing.stop.abort(new Error('It was stopped by a person.'));
    await playing.over;
    return { accepted: true, chat, session: playing.speech.session, message: 'It is stopped.' };
  }

  #record(session: string, event: RuntimeEvent): void {
    this.#parts.journal.record(session, this.#parts.clock.now(), event);
  }

  #state(chat: ChatId): ChatHead['state'] {
    if (!this.#playing.has(chat)) return 'idle';
    return this.#questions.of(chat).length > 0 ? 'asking' : 'working';
  }

  #listen(chat: ChatId, call: () => void): () => void {
    const all = this.#listeners.get(chat) ?? new Set();
    this.#listeners.set(chat, all.add(call));
    return () => {
      all.delete(call);
      if (all.size === 0) this.#listeners.delete(chat);
    };
  }

  #ring(chat: ChatId): void {
    for (const call of this.#listeners.get(chat) ?? []) call();
  }
}

/** Not recorded: see `RuntimeEvent`. */
const isPassing = ({ type }: RuntimeEvent): boolean =>
  type === 'text' || type === 'thought' || type === 'void' || type === 'progress';

const busy = (chat: ChatId): CommandAnswer => ({
  accepted: false,
  chat,
  message: 'It is still answering; stop it first, or wait for the answer.',
});

const unknownChat = (id: ChatId): RequestError =>
  new RequestError('missing', `There is no chat ${id}.`, '`symphony chat --list` lists them.');
