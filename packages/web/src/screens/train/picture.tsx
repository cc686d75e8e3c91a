import type { TrainView } from '@symphony/domain';
import { Check, TrainFront } from 'lucide-react';
import { Link } from 'wouter';
import { workPath } from '../../app/work-path.ts';
import { classes } from '../../ui/class-names.ts';
import { plainLine } from '../../ui/plain-text.ts';

/** More cars than this are told as a number. */
const CARS = 14;

interface PictureProps {
  readonly train: TrainView;
  /** The branch it goes to. */
  readonly target: string;
}

/** The train as a row of cars: those being proved are coupled to the engine, the rest wait behind. */
export function Picture({ train, target }: PictureProps) {
  const waiting = train.queue.slice(0, Math.max(0, CARS - train.trying.length));
  const more = train.queue.length - waiting.length;
  return (
    <section
      aria-label="The train"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
      tabIndex={0}
      className="overflow-x-auto px-4 pt-5 pb-3"
    >
      <ol aria-label="The train, its first car first" className="flex w-max items-end gap-1.5">
        <li className="flex h-12 items-center gap-2 rounded-l-[20px] rounded-r-md bg-accent px-4 font-medium text-on-accent">
          <TrainFront className="size-5" aria-hidden />
          <span className="sr-only">Engine, on its way to </span>
          {plainLine(target, 40)}
        </li>
        {train.trying.map((name) => (
          <Car key={name} name={name} proving />
        ))}
        {waiting.length > 0 && <li aria-hidden className="h-10 w-6" />}
        {waiting.map((name) => (
          <Car key={name} name={name} />
        ))}
        {more > 0 && <li className="self-center pl-2 text-ink-soft">and {more} more</li>}
        {train.trying.length + train.queue.length === 0 && (
          <li className="flex items-center gap-1.5 self-center pl-3 text-ink-soft">
            <Check className="size-4 text-good" aria-hidden /> Nothing waits to be merged
          </li>
        )}
      </ol>
      <div aria-hidden className="mt-1 h-1 min-w-full border-t-2 border-dashed border-line-strong" />
    </section>
  );
}

function Car({ name, proving = false }: { readonly name: string; readonly proving?: boolean }) {
  return (
    <li>
      <Link
        href={workPath(name)}
        className={classes(
          'flex h-10 items-center rounded-md border px-3 font-mono text-sm hover:border-line-strong',
          proving ? 'border-accent bg-accent-soft text-accent' : 'border-line bg-sunken text-ink-soft',
        )}
      >
        {plainLine(name, 40)}
        <span className="sr-only">{proving ? ', being verified' : ', waits'}</span>
      </Link>
    </li>
  );
}
