import { costOf, duration } from '@symphony/protocol/words';
import { Badge } from '../ui/badge.tsx';
import type { RunBlock, TurnBlock } from './block.ts';

/** Where a turn begins: what it is for, and once it is over how it went. */
export function TurnRow({ block }: { readonly block: TurnBlock }) {
  const { end, spend } = block;
  return (
    <div>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 className="text-base font-semibold">Turn {block.turn}</h3>
        <span className="text-ink-soft">{block.words}</span>
        <span className="flex-1" />
        <span className="text-xs text-ink-faint tabular-nums">
          {[spend ? costOf(spend) : '', end ? duration(end.at - block.at) : ''].filter(Boolean).join(' · ')}
        </span>
        {end && end.status !== 'completed' && <Badge tone="bad">{end.status}</Badge>}
      </div>
      {block.steering !== '' && <Quote by="told" text={block.steering} />}
      {end && end.message !== '' && (
        <p className="mt-1 text-sm whitespace-pre-wrap text-bad [overflow-wrap:anywhere]">{end.message}</p>
      )}
    </div>
  );
}

export const RunRow = ({ block }: { readonly block: RunBlock }) => (
  <p className="flex items-center gap-3 text-sm text-ink-soft">
    <span className="h-px w-6 bg-line-strong" aria-hidden />
    <span>
      Attempt {block.attempt}, played by <span className="font-medium text-ink">{block.player}</span>
    </span>
    <span className="h-px flex-1 bg-line" aria-hidden />
  </p>
);

/** What a person said. */
export const Quote = ({ by, text }: { readonly by: string; readonly text: string }) => (
  <div className="mt-1 rounded-md bg-accent-soft px-3 py-1.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
    <span className="text-sm text-accent">{by}: </span>
    {text}
  </div>
);
