import { memo } from 'react';
import { classes } from '../ui/class-names.ts';
import type { CodeLine } from './patch-lines.ts';

interface CodeRowProps {
  readonly line: CodeLine;
  readonly wrap: boolean;
  /** The keys go from this line: it is the one the tab key reaches. */
  readonly current: boolean;
  onRemark(line: CodeLine): void;
}

const LOOKS = {
  added: { row: 'bg-good-soft', sign: '+', words: 'added' },
  removed: { row: 'bg-bad-soft', sign: '−', words: 'removed' },
  same: { row: '', sign: ' ', words: 'unchanged' },
} as const;

/** A line of code with its numbers, which open a box for a remark. */
export const CodeRow = memo(function CodeRow({ line, wrap, current, onRemark }: CodeRowProps) {
  const { row, sign, words } = LOOKS[line.kind];
  const number = line.new ?? line.old;
  return (
    <div className={classes('group flex min-h-5 font-mono text-xs leading-5', row)}>
      <button
        type="button"
        tabIndex={current ? 0 : -1}
        data-current={current || undefined}
        aria-label={`Remark about ${words} line ${number}: ${line.text.slice(0, 200)}`}
        onClick={() => onRemark(line)}
        className="sticky left-0 z-10 flex min-h-5 shrink-0 items-start self-stretch bg-panel text-ink-faint select-none hover:text-accent"
      >
        <span className="w-11 pr-1 text-right tabular-nums">{line.old}</span>
        <span className="w-11 pr-1 text-right tabular-nums">{line.new}</span>
        <span
          className={classes(
            'mx-0.5 w-4 rounded-sm bg-accent text-center leading-4 font-semibold text-on-accent group-hover:opacity-100',
            current ? 'opacity-100' : 'opacity-0',
          )}
          aria-hidden
        >
          +
        </span>
      </button>
      <span className="w-4 shrink-0 text-center text-ink-soft select-none" aria-hidden>
        {sign}
      </span>
      <span
        className={classes(
          '[tab-size:4]',
          wrap ? 'whitespace-pre-wrap [overflow-wrap:anywhere]' : 'whitespace-pre',
        )}
      >
        {line.text}
        {line.more > 0 && (
          <span className="text-ink-faint"> … {line.more.toLocaleString('en-US')} more characters</span>
        )}
      </span>
    </div>
  );
});
