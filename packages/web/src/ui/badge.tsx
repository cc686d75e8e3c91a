import type { Tone } from '@symphony/protocol/words';
import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

const TONES: Readonly<Record<Tone, string>> = {
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
  accent: 'bg-accent-soft text-accent',
  dim: 'bg-sunken text-ink-soft',
  strong: 'bg-sunken text-ink',
};

export function Badge({ tone = 'dim', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

const TEXTS: Readonly<Record<Tone, string>> = {
  good: 'text-good',
  bad: 'text-bad',
  warn: 'text-warn',
  accent: 'text-accent',
  dim: 'text-ink-faint',
  strong: 'text-ink font-semibold',
};

export const toneText = (tone: Tone): string => TEXTS[tone];
