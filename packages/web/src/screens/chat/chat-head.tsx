import type { ChatView } from '@symphony/domain';
import { Download, EllipsisVertical, KanbanSquare, Pencil, Waypoints } from 'lucide-react';
import { BackTitle } from '../../ui/back-title.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { costDetail, moneyWords, tokenWords } from './chat-words.ts';
import { exportChat } from './export-chat.ts';
import type { Work } from './work-dialog.tsx';

interface ChatHeadProps {
  readonly chat: ChatView;
  readonly title: string;
  onWork(work: Work): void;
}

/** What the chat is called, what it cost, and what can be made of it. */
export function ChatHeading({ chat, title, onWork }: ChatHeadProps) {
  const { cost } = chat;
  return (
    <header className="flex min-h-14 items-center gap-3 border-b border-line bg-panel px-3 py-2 md:px-4">
      <h2 className="min-w-0 flex-1 truncate text-lg font-semibold" title={plainLine(title)}>
        <span className="md:hidden">
          <BackTitle href="/chat" label="All chats">
            <span className="truncate">{plainLine(title, 120)}</span>
          </BackTitle>
        </span>
        <span className="hidden md:inline">{plainLine(title, 200)}</span>
      </h2>
      {cost.modelCalls > 0 && (
        <span
          className="hidden text-sm whitespace-nowrap text-ink-soft tabular-nums sm:inline"
          title={costDetail(cost)}
        >
          {tokenWords(cost)} · {moneyWords(cost)}
        </span>
      )}
      <Button className="max-lg:hidden" onClick={() => onWork({ kind: 'item', session: null, title })}>
        <KanbanSquare className="size-4" aria-hidden /> Make a work item
      </Button>
      <Menu
        entries={[
          {
            label: 'Make a work item',
            icon: <KanbanSquare className="size-4" aria-hidden />,
            onSelect: () => onWork({ kind: 'item', session: null, title }),
          },
          {
            label: 'Plan a mission',
            icon: <Waypoints className="size-4" aria-hidden />,
            onSelect: () => onWork({ kind: 'mission', title }),
          },
          {
            label: 'Rename',
            icon: <Pencil className="size-4" aria-hidden />,
            onSelect: () => onWork({ kind: 'rename', title }),
          },
          {
            label: 'Export as JSON',
            icon: <Download className="size-4" aria-hidden />,
            onSelect: () => void exportChat(chat.id),
          },
        ]}
      >
        <IconButton label="What else can be done with this chat">
          <EllipsisVertical className="size-4" aria-hidden />
        </IconButton>
      </Menu>
    </header>
  );
}
