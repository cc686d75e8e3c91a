import type { ChatRequest } from '@symphony/domain';
import { useMemo, useState } from 'react';
import { FollowedRows, useFollowedRows } from '../../transcript/followed-rows.tsx';
import { OpenedContext } from '../../transcript/opened.ts';
import { ChatRowView } from './chat-row.tsx';
import { chatRows, type Ring } from './chat-rows.ts';
import { spokenOf } from './spoken.ts';
import type { ToldChat } from './told-chat.ts';

interface ConversationProps {
  readonly told: ToldChat;
  readonly rings: readonly Ring[];
  onItem(request: ChatRequest): void;
}

/** What was asked and answered. Only the rows on the screen are drawn; at the end it follows what comes. */
export function Conversation({ told, rings, onItem }: ConversationProps) {
  const [opened] = useState(() => new Set<string>());
  const list = useMemo(() => chatRows(told, rings), [told, rings]);
  const sight = useFollowedRows({ list, estimatePx: 56, overscan: 6 });
  return (
    <OpenedContext value={opened}>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <FollowedRows
          label="Conversation"
          sight={sight}
          className="overflow-x-hidden overflow-y-auto pb-4 focus-visible:-outline-offset-2"
          draw={(at) => {
            const row = list[at];
            return row && <ChatRowView row={row} chat={told.chat.id} onItem={onItem} />;
          }}
        />
        <p role="status" className="sr-only">
          {spokenOf(told)}
        </p>
      </div>
    </OpenedContext>
  );
}
