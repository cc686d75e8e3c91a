import type { MelodyEntryView } from '@symphony/domain';
import { Link } from 'wouter';
import { Badge } from '../../../ui/badge.tsx';
import { plainLine } from '../../../ui/plain-text.ts';
import { melodyPath } from '../paths.ts';

/** The melodies, those of the repository first. */
export function MelodyTable({ melodies }: { readonly melodies: readonly MelodyEntryView[] }) {
  const sorted = [...melodies].sort(
    (a, b) =>
      Number(a.origin === 'built-in') - Number(b.origin === 'built-in') || a.name.localeCompare(b.name),
  );
  return (
    <ul aria-label="Melodies" className="divide-y divide-line">
      {sorted.map((melody) => (
        <li key={melody.name} className="relative px-4 py-3 hover:bg-sunken">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link href={melodyPath(melody.name)} className="font-medium after:absolute after:inset-0">
              {plainLine(melody.title, 120)}
            </Link>
            <span className="font-mono text-sm text-ink-soft">{melody.name}</span>
            <span className="ml-auto flex items-center gap-2">
              {melody.origin === 'repository' && <Badge tone="accent">yours</Badge>}
              <span className="text-sm text-ink-soft tabular-nums">
                {melody.nodes} {melody.nodes === 1 ? 'node' : 'nodes'}
              </span>
            </span>
          </div>
          <p className="mt-0.5 line-clamp-2 text-sm text-ink-soft">{plainLine(melody.description, 300)}</p>
          {melody.tags.length > 0 && (
            <p className="mt-1 flex flex-wrap gap-1">
              {melody.tags.map((tag) => (
                <Badge key={tag}>{plainLine(tag, 40)}</Badge>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
