import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { MessagesSquare } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useFilling } from '../live/use-filling.ts';
import { Kbd } from '../ui/kbd.tsx';
import { EmptyState, Loading } from '../ui/states.tsx';
import { useKey } from '../ui/use-key.ts';
import { BlockRow } from './block-row.tsx';
import { findInBlocks, neighbouringTurn } from './find.ts';
import { FindBar } from './find-bar.tsx';
import { FollowedRows, useFollowedRows } from './followed-rows.tsx';
import { OpenedContext } from './opened.ts';
import { PlanCard } from './plan-card.tsx';
import type { Told } from './use-transcript.ts';

interface TranscriptViewProps {
  readonly told: Told;
  /** The item's identifier. */
  readonly item: string;
  /** Everything there was has been read. */
  readonly caughtUp: boolean;
  /** The log holds older entries than are shown. */
  readonly cut: boolean;
}

/** Rows that are drawn with one frame when it is opened, and how many frames fill the highest screen. */
const ROWS_A_FRAME = 8;
const FRAMES = 10;

/**
 * The transcript as it happens. Only the rows on the screen are drawn. At the end it follows what
 * comes; whoever has scrolled up stays where they read.
 */
export function TranscriptView({ caughtUp, ...rest }: TranscriptViewProps) {
  if (!caughtUp) return <Loading label="Reading the transcript" />;
  if (rest.told.blocks.length === 0)
    return (
      <EmptyState icon={MessagesSquare} title="Nobody has worked on it yet">
        What its agent says and does is shown here as it happens.
      </EmptyState>
    );
  return <Rows {...rest} />;
}

function Rows({ told, item, cut }: Omit<TranscriptViewProps, 'caughtUp'>) {
  const { blocks, turns, plan } = told;
  const [opened] = useState(() => new Set<string>());
  const rangeExtractor = useRowsInFrames();
  const sight = useFollowedRows({ list: blocks, estimatePx: 32, overscan: 8, rangeExtractor });
  const { rows, end } = sight;
  const goTo = (block: number, align: 'start' | 'center'): void => {
    end.letGo();
    rows.scrollToIndex(block, { align });
  };
  const find = useFind(told, (at) => goTo(at, 'center'));

  const goToTurn = (way: 1 | -1): void => {
    const top = rows.getVirtualItemForOffset(rows.scrollOffset ?? 0)?.index ?? 0;
    const turn = neighbouringTurn(turns, top, way);
    if (turn !== null) goTo(turn, 'start');
  };
  useKey((key) => {
    if (key === ']') goToTurn(1);
    else if (key === '[') goToTurn(-1);
    else return false;
    return true;
  });

  return (
    <OpenedContext value={opened}>
      <div className="flex min-h-0 flex-1 flex-col gap-2 lg:flex-row lg:gap-4">
        <div className="relative flex min-h-0 min-w-0 flex-1 flex-col rounded-lg border border-line bg-panel">
          <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1">
            <span className="text-xs text-ink-faint">
              {cut && 'Only the newest entries are shown. '}
              <span className="hidden sm:inline">
                <Kbd>[</Kbd> <Kbd>]</Kbd> from turn to turn
              </span>
            </span>
            <FindBar {...find} />
          </div>
          <FollowedRows
            label="Transcript"
            sight={sight}
            className="overflow-auto py-2"
            draw={(at) => {
              const block = blocks[at];
              return block && <BlockRow block={block} item={item} marked={at === find.current} />;
            }}
          />
        </div>
        {plan.length > 0 && (
          <aside aria-label="The agent's plan" className="order-first shrink-0 lg:order-none lg:w-72">
            <PlanCard plan={plan} />
          </aside>
        )}
      </div>
    </OpenedContext>
  );
}

/** Opened, it is drawn from its end upwards, a few rows a frame: each is markdown to be read, and all at once are felt. */
function useRowsInFrames(): (range: Range) => number[] {
  const filled = useFilling(FRAMES);
  return useCallback(
    (range) => {
      const all = defaultRangeExtractor(range);
      return filled < FRAMES ? all.slice(Math.max(0, all.length - ROWS_A_FRAME * filled)) : all;
    },
    [filled],
  );
}

/** What is looked for, what was found, and which of it is looked at. */
function useFind(told: Told, show: (block: number) => void) {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const wanted = useDeferredValue(words);
  const found = useMemo(() => findInBlocks(told.blocks, wanted), [told, wanted]);
  const place = Math.min(at, Math.max(0, found.length - 1));
  const step = (way: 1 | -1): void => {
    if (found.length === 0) return;
    const next = (place + way + found.length) % found.length;
    setAt(next);
    const block = found[next];
    if (block !== undefined) show(block);
  };
  const onWords = (next: string): void => {
    setWords(next);
    setAt(0);
    const first = findInBlocks(told.blocks, next)[0];
    if (first !== undefined) show(first);
  };
  return { words, onWords, found: found.length, at: place, onStep: step, current: found[place] ?? -1 };
}
