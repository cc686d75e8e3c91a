import type { RuntimeView } from '@symphony/domain';
import { firstLine } from '@symphony/protocol/words';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ErrorFence } from '../../app/error-fence.tsx';
import { chatPath } from '../../app/places.ts';
import { useAgain } from '../../live/use-again.ts';
import { useQuery } from '../../live/use-query.ts';
import { useTelling } from '../../live/use-telling.ts';
import { BackTitle } from '../../ui/back-title.tsx';
import { classes } from '../../ui/class-names.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { ChatHeading } from './chat-head.tsx';
import { ChatList } from './chat-list.tsx';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import type { ChatPage } from './index.tsx';
import { NoModel, Opening } from './opening.tsx';
import { TimerStrip } from './timer-strip.tsx';
import { useChat } from './use-chat.ts';
import { useDraft } from './use-draft.ts';
import { useEscape } from './use-escape.ts';
import { useRings } from './use-rings.ts';
import { type Work, WorkDialog } from './work-dialog.tsx';

const MOST_CHATS = 1_000;
/** Another face may begin a chat, or set a timer. */
const LIST_MS = 5_000;

/** The list, the conversation, and where the next request is written. */
export function Chat({ page }: { readonly page: ChatPage }) {
  const id = page.kind === 'chat' ? page.id : null;
  const [, go] = useLocation();
  const chats = useQuery('chats', { limit: MOST_CHATS }, { every: LIST_MS });
  const runtime = useQuery('runtime', {}, { every: LIST_MS });
  const { told, error, again } = useChat(id);
  const rings = useRings(id);
  const draft = useDraft(id);
  const [work, setWork] = useState<Work | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { busy, tell } = useTelling();
  const playing = told?.playing != null;
  const head = chats.data?.find((each) => each.id === id);
  const title = head?.title || told?.chat.title || 'Chat';
  const trouble = runtime.data?.trouble ?? null;

  const lookAgain = useCallback(() => {
    chats.again();
    runtime.again();
  }, [chats.again, runtime.again]);
  useAgain(
    `${id} ${told?.playing} ${told?.chat.requests.at(-1)?.questions.length} ${rings.length}`,
    lookAgain,
  );

  const send = async (): Promise<void> => {
    const { text, files } = draft;
    const answer = await tell({ name: 'chat-send', chat: id, text, ...(files.length > 0 && { files }) });
    if (!answer) return;
    draft.clear();
    if (id === null && answer.chat) go(chatPath(answer.chat));
    field.current?.focus();
  };
  const stop = useCallback(() => {
    if (id !== null) void tell({ name: 'chat-stop', chat: id });
    field.current?.focus();
  }, [id, tell]);
  useEscape(playing, stop);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time another chat is opened.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [page.kind, id]);
  const onItem = useCallback(
    ({ session, text }: { readonly session: string; readonly text: string }) =>
      setWork({ kind: 'item', session, title: firstLine(text).slice(0, 200) }),
    [],
  );

  return (
    <div className="flex h-full min-h-0">
      <ChatList
        chats={chats}
        current={id}
        className={classes(
          'w-full shrink-0 border-line md:w-64 md:border-r lg:w-72',
          page.kind !== 'list' && 'max-md:hidden',
        )}
      />
      <div
        className={classes('flex min-h-0 min-w-0 flex-1 flex-col', page.kind === 'list' && 'max-md:hidden')}
      >
        {told ? (
          <ChatHeading chat={told.chat} title={title} onWork={setWork} />
        ) : (
          <header className="flex min-h-14 items-center border-b border-line bg-panel px-3 md:hidden">
            <h2 className="text-lg font-semibold">
              <BackTitle href="/chat" label="All chats">
                {id === null ? 'New chat' : title}
              </BackTitle>
            </h2>
          </header>
        )}
        <ErrorFence key={id ?? 'new'}>
          <Content>
            {told && <Conversation key={id} told={told} rings={rings} onItem={onItem} />}
            {id !== null && !told && !error && (
              <Loading label="Reading the chat" className="mx-auto w-full max-w-3xl" />
            )}
            {error && <ErrorState error={error} again={again} />}
            {id === null && runtime.error && <ErrorState error={runtime.error} again={runtime.again} />}
            {id === null && trouble && <NoModel trouble={trouble} />}
            {id === null && !trouble && !runtime.error && (
              <Opening
                onChoose={(text) => {
                  draft.write(text);
                  field.current?.focus();
                }}
              />
            )}
          </Content>
        </ErrorFence>
        {!error && !(id === null && trouble) && (
          <div className="px-4 pt-2 pb-4">
            <TimerStrip timers={runtime.data?.timers ?? []} />
            <Composer
              draft={draft}
              field={field}
              playing={playing}
              busy={busy}
              refusal={trouble?.message ?? null}
              model={modelWords(runtime.data)}
              onSend={() => void send()}
              onStop={stop}
            />
          </div>
        )}
      </div>
      {work && id !== null && (
        <WorkDialog chat={id} work={work} onClose={() => setWork(null)} onDone={chats.again} />
      )}
    </div>
  );
}

const Content = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">{children}</div>
);

/** Which models answer, each once. */
function modelWords(runtime: RuntimeView | null): string {
  if (runtime?.trouble) return runtime.trouble.message;
  const names = runtime?.models.flatMap(({ model }) => (model ? [model.model] : [])) ?? [];
  return [...new Set(names)].join(', ');
}
