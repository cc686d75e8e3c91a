import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface BackTitleProps {
  readonly href: string;
  /** Where the way back leads, read aloud and told to the pointer. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The title of what was opened from a list, with the way back. */
export function BackTitle({ href, label, children }: BackTitleProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        href={href}
        aria-label={label}
        title={label}
        className="rounded-md p-1 text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden />
      </Link>
      <span className="flex min-w-0 items-center gap-2 truncate">{children}</span>
    </span>
  );
}
