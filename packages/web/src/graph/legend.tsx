import type { NodeState } from '@symphony/domain';
import { toneText } from '../ui/badge.tsx';
import { classes } from '../ui/class-names.ts';
import { STATE_LOOKS } from './looks.ts';

/** What the icons and colours of the nodes mean, with how many there are of each. */
export function Legend({ counts }: { readonly counts: Readonly<Record<NodeState, number>> }) {
  const states = (Object.keys(STATE_LOOKS) as NodeState[]).filter((state) => counts[state] > 0);
  return (
    <ul
      aria-label="Legend"
      className="absolute top-3 right-3 z-10 flex max-w-[70%] flex-wrap gap-x-3 gap-y-1 rounded-md border border-line bg-panel px-3 py-1.5 text-sm shadow-sm"
    >
      {states.map((state) => {
        const { icon: Icon, word, tone } = STATE_LOOKS[state];
        return (
          <li key={state} className="flex items-center gap-1.5 text-ink-soft">
            <Icon className={classes('size-3.5', toneText(tone))} aria-hidden />
            {word}
            <span className="text-ink-faint tabular-nums">{counts[state]}</span>
          </li>
        );
      })}
    </ul>
  );
}
