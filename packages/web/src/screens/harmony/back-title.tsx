import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SHELF } from './paths.ts';

/** The title of what was opened from the shelf, with the way back. */
export function BackTitle({ children }: { readonly children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        href={SHELF}
        aria-label="Back to the shelf"
        title="Back to the shelf"
        className="rounded-md p-1 text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden />
      </Link>
      <span className="flex min-w-0 items-center gap-2 truncate">{children}</span>
    </span>
  );
}
