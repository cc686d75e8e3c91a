import { useAtomValue } from 'jotai';
import { Coffee } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { allItems, columnsAtom, restAtom } from '../../live/board-atoms.ts';
import { NotificationSwitch } from '../../notify/notification-switch.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { Screen } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type InboxEntry, inboxEntries } from './inbox-list.ts';
import { NeedingCard } from './needing-card.tsx';
import { QuestionCard } from './question-card.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';

/** So many are drawn at first: nobody reads more at once. */
const PAGE = 50;

/** Everything that waits for a person, in one place. */
export default function InboxScreen() {
  const rest = useAtomValue(restAtom);
  const needing = useAtomValue(columnsAtom)['needs-you'];
  const inbox = rest?.inbox;
  const entries = useMemo(
    () => inboxEntries(inbox ?? [], needing, (id) => allItems().get(id)),
    [inbox, needing],
  );
  const [most, setMost] = useState(PAGE);
  const shown = entries.slice(0, most);
  const { current, choose } = useInboxKeys(shown, (key) => document.getElementById(idOf(key))?.focus());
  const card = (entry: InboxEntry): ReactNode => (
    <Frame key={entry.key} entry={entry} current={entry.key === current} onFocus={() => choose(entry.key)} />
  );
  const questions = shown.filter(({ kind }) => kind === 'question');
  const items = shown.filter(({ kind }) => kind === 'item');
  return (
    <Screen title="Inbox" actions={<NotificationSwitch />}>
      {entries.length === 0 && (
        <EmptyState icon={Coffee} title="Nothing waits for you">
          Questions and permissions of agents and chats come here, and items that need a person.
        </EmptyState>
      )}
      <div className="mx-auto max-w-3xl space-y-6">
        {questions.length > 0 && <Section title="Waiting for your word">{questions.map(card)}</Section>}
        {items.length > 0 && <Section title="Needs you">{items.map(card)}</Section>}
        {entries.length > shown.length && (
          <Button onClick={() => setMost(most + PAGE)}>
            Show more ({entries.length - shown.length} are left)
          </Button>
        )}
        {entries.length > 0 && (
          <p className="hidden text-sm text-ink-faint md:block">
            <Kbd>j</Kbd> <Kbd>k</Kbd> go through them, <Kbd>1</Kbd>–<Kbd>9</Kbd> answer the one that is
            chosen.
          </p>
        )}
      </div>
    </Screen>
  );
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="space-y-2">
    <h2 className="text-sm font-semibold text-ink-soft">{title}</h2>
    <ul className="space-y-3">{children}</ul>
  </section>
);

interface FrameProps {
  readonly entry: InboxEntry;
  readonly current: boolean;
  onFocus(): void;
}

/** Whatever is focused in it makes it the chosen one. */
const Frame = ({ entry, current, onFocus }: FrameProps) => (
  <li
    id={idOf(entry.key)}
    tabIndex={-1}
    onFocus={onFocus}
    className={classes(
      'rounded-lg border bg-panel outline-none',
      current ? 'border-accent ring-1 ring-accent' : 'border-line',
    )}
  >
    {entry.kind === 'question' ? (
      <QuestionCard asked={entry.asked} current={current} />
    ) : (
      <NeedingCard id={entry.id} />
    )}
  </li>
);

const idOf = (key: string): string => `inbox-${key.replaceAll(' ', '-')}`;
