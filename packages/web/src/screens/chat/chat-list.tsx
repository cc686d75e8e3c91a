import type { ChatHead, ChatId } from '@symphony/domain';
import { counted } from '@symphony/protocol/words';
import { LoaderCircle, MessagesSquare, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { chatPath, NEW_CHAT } from '../../app/places.ts';
import type { Asked } from '../../live/use-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/class-names.ts';
import { TextInput } from '../../ui/field.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { chatsCalled } from './chats-called.ts';

interface ChatListProps {
  readonly chats: Asked<readonly ChatHead[]>;
  readonly current: ChatId | null;
  readonly className: string;
}

/** So many are drawn at first: older ones are found by their title. */
const PAGE = 100;

/** All chats, the newest first. */
export function ChatList({ chats, current, className }: ChatListProps) {
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words);
  const [most, setMost] = useState(PAGE);
  const found = chatsCalled(chats.data ?? [], wanted);
  return (
    <aside aria-label="Chats" className={classes('flex min-h-0 flex-col bg-panel', className)}>
      <div className="space-y-2 border-b border-line p-3">
        <div className="flex items-center justify-between">
          <h1 className="text-lg font-semibold">Chats</h1>
          <Link
            href={NEW_CHAT}
            className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line bg-raised px-3 font-medium hover:border-line-strong"
          >
            <Plus className="size-4" aria-hidden /> New chat
          </Link>
        </div>
        <TextInput
          type="search"
          aria-label="Find a chat by its title"
          placeholder="Find a chat"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        {!chats.data && !chats.error && <Loading label="Loading the chats" />}
        {chats.error && <ErrorState error={chats.error} again={chats.again} />}
        {chats.data && found.length === 0 && (
          <EmptyState
            icon={MessagesSquare}
            title={words.trim() === '' ? 'No chats yet' : 'None is called like that'}
            className="py-10"
          />
        )}
        <ul className="space-y-0.5">
          {found.slice(0, most).map((head) => (
            <li key={head.id}>
              <HeadLink head={head} here={head.id === current} />
            </li>
          ))}
        </ul>
        {found.length > most && (
          <button
            type="button"
            className="w-full rounded-md p-2 text-sm text-ink-soft hover:bg-sunken"
            onClick={() => setMost(most + PAGE)}
          >
            Show more ({found.length - most} are left)
          </button>
        )}
      </div>
    </aside>
  );
}

const HeadLink = ({ head, here }: { readonly head: ChatHead; readonly here: boolean }) => (
  <Link
    href={chatPath(head.id)}
    aria-current={here ? 'page' : undefined}
    className={classes('block rounded-md px-2.5 py-2', here ? 'bg-accent-soft' : 'hover:bg-sunken')}
  >
    <span className="flex items-center gap-2">
      <span className={classes('min-w-0 flex-1 truncate', here && 'font-medium text-accent')}>
        {plainLine(head.title, 120) || 'Without a title'}
      </span>
      {head.state === 'working' && (
        <LoaderCircle className="size-3.5 shrink-0 animate-spin text-accent" aria-label="is being answered" />
      )}
      {head.state === 'asking' && <Badge tone="warn">asks you</Badge>}
    </span>
    <span className={classes('text-xs', here ? 'text-ink-soft' : 'text-ink-faint')}>
      <Ago at={head.lastAt} /> · {counted(head.requests, 'request')}
    </span>
  </Link>
);
