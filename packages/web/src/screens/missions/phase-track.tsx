import type { MissionRunView } from '@symphony/domain';
import { classes } from '../../ui/class-names.ts';
import { phaseWords } from './mission-words.ts';

const BARS = { over: 'bg-good', now: 'bg-accent', ahead: 'bg-line' } as const;
const WORDS = { over: 'over', now: 'now', ahead: 'ahead' } as const;

interface PhaseTrackProps {
  readonly mission: Pick<MissionRunView, 'phases' | 'phase' | 'cycle'>;
  /** Only the phase that is played is named. */
  readonly brief?: boolean;
}

/** The phases of a mission as a way: what is over, where it is and in which cycle, what is ahead. */
export function PhaseTrack({ mission: { phases, phase, cycle }, brief = false }: PhaseTrackProps) {
  if (phases.length === 0) return null;
  return (
    <ol aria-label="Phases" className="flex min-w-0 gap-1">
      {phases.map(({ name, state }) => (
        <li
          key={name}
          title={phaseWords(name)}
          aria-current={state === 'now' ? 'step' : undefined}
          className={classes('min-w-4', state === 'now' ? 'min-w-44 flex-[2]' : 'flex-1')}
        >
          <span className={classes('block h-1.5 rounded-full', BARS[state])} aria-hidden />
          <span
            className={classes(
              'mt-0.5 block truncate text-xs',
              state === 'now' ? 'font-medium text-accent' : 'text-ink-faint',
              state !== 'now' && (brief ? 'sr-only' : 'max-md:sr-only'),
            )}
          >
            {phaseWords(name)}
            {name === phase && state === 'now' && cycle > 0 && ` · cycle ${cycle}`}
            <span className="sr-only">, {WORDS[state]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
