import { PencilLine } from 'lucide-react';
import { Link } from 'wouter';
import { plainLine } from '../../../ui/plain-text.ts';
import { unsavedDrafts } from '../editor/drafts.ts';
import { melodyPath } from '../paths.ts';

/** What somebody began to draw here and has not saved; it is gone when the page is left. */
export function UnsavedList() {
  const drafts = unsavedDrafts();
  if (drafts.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-4 py-2 text-sm text-warn">
      <PencilLine className="size-4" aria-hidden />
      Not saved yet:
      {drafts.map(({ name, title }) => (
        <Link key={name} href={melodyPath(name)} className="font-medium underline">
          {plainLine(title || name, 80)}
        </Link>
      ))}
    </p>
  );
}
