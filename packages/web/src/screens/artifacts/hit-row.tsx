import type { ArtifactHit } from '@symphony/domain';
import { formatBytes } from '@symphony/domain';
import { memo } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/class-names.ts';
import { plainLine } from '../../ui/plain-text.ts';
import { Ago } from '../../ui/time.tsx';
import { piecesOf } from './highlight.ts';
import { itemName } from './item-name.ts';

interface HitRowProps {
  readonly hit: ArtifactHit;
  readonly open: boolean;
  onOpen(id: string): void;
}

const HIGHLIGHTS = 2;

export const HitRow = memo(function HitRow({ hit, open, onOpen }: HitRowProps) {
  const { artifact, highlights } = hit;
  return (
    <button
      type="button"
      aria-current={open || undefined}
      onClick={() => onOpen(artifact.id)}
      className={classes(
        'block w-full border-b border-line px-4 py-2 text-left -outline-offset-2',
        open ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{plainLine(artifact.name, 200)}</span>
        {artifact.version > 1 && <span className="text-xs text-ink-soft">v{artifact.version}</span>}
        <span className="ml-auto">
          <Badge tone={open ? 'accent' : 'dim'}>{plainLine(artifact.type, 30)}</Badge>
        </span>
      </span>
      {highlights.slice(0, HIGHLIGHTS).map((highlight) => (
        <span
          key={highlight.text}
          className="line-clamp-2 font-mono text-xs text-ink-soft [overflow-wrap:anywhere]"
        >
          {piecesOf(highlight).map(({ text, marked }, at) =>
            marked ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are known by their place.
              <mark key={at} className="rounded-sm bg-warn-soft font-semibold text-warn">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
      ))}
      <span className="flex gap-3 text-xs text-ink-soft tabular-nums">
        {artifact.item !== null && <span className="truncate">{plainLine(itemName(artifact.item), 60)}</span>}
        <span>{formatBytes(artifact.size)}</span>
        <Ago at={artifact.createdAt} />
      </span>
    </button>
  );
});
