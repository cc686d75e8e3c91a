import type { RequestError } from '@symphony/protocol';
import { Inbox, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './class-names.ts';

interface EmptyProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** What to do about it. */
  readonly children?: ReactNode;
  readonly className?: string;
}

/** Nothing is here, why, and what to do. */
export function EmptyState({ icon: Icon = Inbox, title, children, className }: EmptyProps) {
  return (
    <div className={classes('flex flex-col items-center justify-center gap-2 p-8 text-center', className)}>
      <Icon className="size-7 text-ink-faint" aria-hidden />
      <p className="text-lg font-medium">{title}</p>
      {children && <div className="max-w-md text-ink-soft">{children}</div>}
    </div>
  );
}

/** What went wrong and the next step. */
export function ErrorState({
  error,
  again,
}: {
  readonly error: RequestError;
  readonly again?: (() => void) | undefined;
}) {
  return (
    <div role="alert" className="flex flex-col items-center justify-center gap-2 p-8 text-center">
      <TriangleAlert className="size-7 text-bad" aria-hidden />
      <p className="text-lg font-medium">{error.message}</p>
      {error.nextStep && <p className="max-w-md text-ink-soft">{error.nextStep}</p>}
      {again && <Button onClick={again}>Try again</Button>}
    </div>
  );
}

/** Something is on its way. Shown a moment late, so that what is quick does not flicker. */
export function Loading({
  label = 'Loading',
  className,
}: {
  readonly label?: string;
  readonly className?: string;
}) {
  return (
    <div role="status" className={classes('space-y-3 p-4', className)}>
      <span className="sr-only">{label}</span>
      {['w-2/3', 'w-full', 'w-5/6'].map((width) => (
        <div key={width} className={classes('h-4 animate-pulse rounded-sm bg-sunken', width)} />
      ))}
    </div>
  );
}
