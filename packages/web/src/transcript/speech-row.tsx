import { Button } from '../ui/button.tsx';
import { Prose } from '../ui/prose.tsx';
import type { SpeechBlock } from './block.ts';
import { useOpened } from './opened.ts';

/** A row of more would be slow to draw and tiring to scroll past. */
const MOST = 12_000;

/** The agent's words; its thoughts quieter. */
export function SpeechRow({ block }: { readonly block: SpeechBlock }) {
  const [open, toggle] = useOpened(`speech ${block.key}`);
  const long = block.text.length > MOST;
  const text = long && !open ? `${block.text.slice(0, MOST)}…` : block.text;
  return (
    <div
      className={block.kind === 'thought' ? 'border-l-2 border-line pl-3 text-sm text-ink-soft italic' : ''}
    >
      {block.kind === 'thought' && <span className="sr-only">The agent thinks: </span>}
      <Prose text={text} />
      {long && (
        <Button size="sm" look="quiet" onClick={toggle}>
          {open ? 'Show less' : `Show all ${block.text.length.toLocaleString('en-US')} characters`}
        </Button>
      )}
    </div>
  );
}
