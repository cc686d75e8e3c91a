import { Check, ChevronRight, CircleDashed, ShieldCheck, X } from 'lucide-react';
import { classes } from '../ui/class-names.ts';
import { plainLine } from '../ui/plain-text.ts';
import { took } from '../ui/took.ts';
import type { Deed, DeedsBlock } from './block.ts';
import { summaryOf } from './deeds-summary.ts';
import { useOpened } from './opened.ts';

/** This many stand one by one; more are folded into one line. */
const FEW = 4;

/** What the agent did: each in one line that opens. */
export function DeedsRow({ block }: { readonly block: DeedsBlock }) {
  const [open, toggle] = useOpened(`deeds ${block.key}`);
  if (block.deeds.length <= FEW) return <DeedList deeds={block.deeds} />;
  const summary = summaryOf(block.deeds);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={toggle}
        className="flex w-full items-center gap-2 rounded-sm py-0.5 text-left text-sm text-ink-soft hover:text-ink"
      >
        <Chevron open={open} />
        <span>{summary.words}</span>
        {summary.failed > 0 && <span className="text-bad">{summary.failed} failed</span>}
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-faint">
          {!open && summary.latest}
        </span>
        <span className="text-xs text-ink-faint tabular-nums">{took(summary.ms)}</span>
      </button>
      {open && (
        <div className="ml-1.5 border-l border-line pl-3">
          <DeedList deeds={block.deeds} />
        </div>
      )}
    </div>
  );
}

const DeedList = ({ deeds }: { readonly deeds: readonly Deed[] }) => (
  <ul>
    {deeds.map((deed) => (
      <li key={deed.key}>
        <DeedLine deed={deed} />
      </li>
    ))}
  </ul>
);

const STATES = {
  'under way': { icon: CircleDashed, colour: 'text-accent', words: 'under way' },
  done: { icon: Check, colour: 'text-good', words: 'done' },
  failed: { icon: X, colour: 'text-bad', words: 'failed' },
  allowed: { icon: ShieldCheck, colour: 'text-ink-faint', words: 'allowed' },
} as const;

function DeedLine({ deed }: { readonly deed: Deed }) {
  const [open, toggle] = useOpened(`deed ${deed.key}`);
  const { icon: Icon, colour, words } = STATES[deed.state];
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={toggle}
        className="flex w-full items-center gap-2 rounded-sm py-0.5 text-left text-sm hover:bg-sunken"
      >
        <Chevron open={open} />
        <Icon className={classes('size-3.5 shrink-0', colour)} aria-hidden />
        <span className="sr-only">{words}:</span>
        <span className="shrink-0 font-medium">{deed.name}</span>
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-ink-soft">
          {plainLine(deed.summary)}
        </span>
        {deed.state === 'failed' && <span className="text-xs font-medium text-bad">failed</span>}
        <span className="shrink-0 text-xs text-ink-faint tabular-nums">
          {deed.ms !== null && took(deed.ms)}
        </span>
      </button>
      {open && (
        <pre className="my-1 ml-6 max-h-96 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
          {deed.detail?.() ??
            ([deed.summary, deed.result].filter((text) => text !== '').join('\n\n') || 'It said nothing.')}
        </pre>
      )}
    </>
  );
}

const Chevron = ({ open }: { readonly open: boolean }) => (
  <ChevronRight
    className={classes('size-3.5 shrink-0 text-ink-faint transition-transform', open && 'rotate-90')}
    aria-hidden
  />
);
