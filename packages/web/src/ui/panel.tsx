import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

interface PanelProps {
  readonly title?: ReactNode;
  /** At the right of the title. */
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a screen with a title of its own. */
export function Panel({ title, actions, className, children }: PanelProps) {
  return (
    <section className={classes('rounded-lg border border-line bg-panel', className)}>
      {(title || actions) && (
        <header className="flex min-h-10 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
          <h2 className="min-w-0 truncate text-base font-semibold">{title}</h2>
          <div className="flex items-center gap-2">{actions}</div>
        </header>
      )}
      {children}
    </section>
  );
}

interface ScreenProps {
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  /** The screen scrolls as a whole, or its parts do. */
  readonly scroll?: boolean;
  readonly children: ReactNode;
}

/** A whole screen: its title, what can be done on it, and its content. */
export function Screen({ title, actions, scroll = true, children }: ScreenProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2 md:px-6">
        <h1 className="min-w-0 text-xl font-semibold">{title}</h1>
        <div className="flex flex-wrap items-center gap-2">{actions}</div>
      </header>
      <div className={classes('min-h-0 flex-1 px-4 pb-4 md:px-6 md:pb-6', scroll && 'overflow-auto')}>
        {children}
      </div>
    </div>
  );
}
