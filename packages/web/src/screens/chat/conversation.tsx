import type { ChatRequest } from '@symphony/domain';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDownToLine } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { OpenedContext } from '../../transcript/opened.ts';
import { useStickToEnd } from '../../transcript/use-stick-to-end.ts';
import { Button } from '../../ui/button.tsx';
import { ChatRowView } from './chat-row.tsx';
import { chatRows, type Ring } from './chat-rows.ts';
import { spokenOf } from './spoken.ts';
import type { ToldChat } from './told-chat.ts';

interface ConversationProps {
  readonly told: ToldChat;
  readonly rings: readonly Ring[];
  onItem(request: ChatRequest): void;
}

/** So near to the end counts as at it. */
const NEAR_PX = 48;

/** What was asked and answered. Only the rows on the screen are drawn; at the end it follows what comes. */
export function Conversation({ told, rings, onItem }: ConversationProps) {
  const scroller = useRef<HTMLElement>(null);
  const [opened] = useState(() => new Set<string>());
  const list = useMemo(() => chatRows(told, rings), [told, rings]);
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    useFlushSync: false, // a frame late is not seen; drawing at once holds everything else up
    estimateSize: () => 56,
    getItemKey: (at) => list[at]?.key ?? at,
    overscan: 6,
  });
  const height = rows.getTotalSize();
  useStickToEnd(scroller, height);
  return (
    <OpenedContext value={opened}>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <section
          ref={scroller}
          aria-label="Conversation"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
          tabIndex={0}
          className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto pb-4 [overflow-anchor:none] focus-visible:-outline-offset-2"
        >
          <div className="relative w-full" style={{ height }}>
            {rows.getVirtualItems().map(({ index, key, start }) => {
              const row = list[index];
              return (
                row && (
                  <div
                    key={key}
                    data-index={index}
                    ref={rows.measureElement}
                    className="absolute top-0 left-0 w-full"
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <ChatRowView row={row} chat={told.chat.id} onItem={onItem} />
                  </div>
                )
              );
            })}
          </div>
        </section>
        <p role="status" className="sr-only">
          {spokenOf(told)}
        </p>
        {!rows.isAtEnd(NEAR_PX) && (
          <Button
            size="sm"
            className="absolute right-4 bottom-3 shadow-lg"
            onClick={() => rows.scrollToEnd()}
          >
            <ArrowDownToLine className="size-3.5" aria-hidden /> Newest
          </Button>
        )}
      </div>
    </OpenedContext>
  );
}
