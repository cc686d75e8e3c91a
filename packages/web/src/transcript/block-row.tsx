import { clockTime, counted, dayAndTime } from '@symphony/protocol/words';
import { BadgeCheck, BadgeX } from 'lucide-react';
import { memo } from 'react';
import { toneText } from '../ui/badge.tsx';
import { classes } from '../ui/class-names.ts';
import type { Block, ProofBlock } from './block.ts';
import { DeedsRow } from './deeds-row.tsx';
import { QuestionRow } from './question-row.tsx';
import { SpeechRow } from './speech-row.tsx';
import { Quote, RunRow, TurnRow } from './turn-row.tsx';

interface BlockRowProps {
  readonly block: Block;
  /** Its identifier: whom an answer is for. */
  readonly item: string;
  /** It holds what was looked for, and is the one being looked at. */
  readonly marked: boolean;
}

/** One row of the transcript, with its time at the side. */
export const BlockRow = memo(function BlockRow({ block, item, marked }: BlockRowProps) {
  return (
    <div
      className={classes(
        'flex gap-3 px-3 py-1 md:px-4',
        block.kind === 'turn' && 'mt-1 border-t border-line pt-3',
        marked && 'bg-warn-soft',
      )}
    >
      <time
        dateTime={new Date(block.at).toISOString()}
        title={dayAndTime(block.at)}
        className="hidden w-16 shrink-0 pt-0.5 text-xs text-ink-faint tabular-nums sm:block"
      >
        {clockTime(block.at)}
      </time>
      <div className="min-w-0 flex-1">{contentOf(block, item)}</div>
    </div>
  );
});

function contentOf(block: Block, item: string) {
  switch (block.kind) {
    case 'run':
      return <RunRow block={block} />;
    case 'turn':
      return <TurnRow block={block} />;
    case 'message':
    case 'thought':
      return <SpeechRow block={block} />;
    case 'deeds':
      return <DeedsRow block={block} />;
    case 'question':
      return <QuestionRow block={block} item={item} />;
    case 'proof':
      return <ProofRow block={block} />;
    case 'person':
      return <Quote by={block.by} text={block.text} />;
    case 'note':
      return (
        <p className={classes('text-sm whitespace-pre-wrap [overflow-wrap:anywhere]', toneText(block.tone))}>
          {block.text}
        </p>
      );
  }
}

function ProofRow({ block: { evidence } }: { readonly block: ProofBlock }) {
  const Icon = evidence.passed ? BadgeCheck : BadgeX;
  const words =
    evidence.results.length === 0
      ? 'No checks are configured'
      : `${counted(evidence.results.length, 'check')} ${evidence.passed ? 'passed' : 'ran, and not all passed'}`;
  return (
    <p className={classes('flex items-center gap-1.5 text-sm', evidence.passed ? 'text-good' : 'text-bad')}>
      <Icon className="size-4" aria-hidden />
      {words}
      <span className="font-mono text-xs text-ink-faint">tree {evidence.tree.slice(0, 10)}</span>
    </p>
  );
}
