import type { ArtifactId, ArtifactView } from '@symphony/domain';
import { formatBytes } from '@symphony/domain';
import { dayAndTime } from '@symphony/protocol/words';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { itemPath } from '../../app/places.ts';
import { Badge } from '../../ui/badge.tsx';
import { Select } from '../../ui/field.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { itemName } from './item-name.ts';

/** What is known of it. */
export function Facts({ view }: { readonly view: ArtifactView }) {
  const { artifact } = view;
  const custom = Object.entries(artifact.custom);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 overflow-auto px-4 py-3 text-sm [overflow-wrap:anywhere]">
      <Fact name="Type">{plainLine(artifact.type, 60)}</Fact>
      {artifact.item !== null && (
        <Fact name="Item">
          <Link href={itemPath(itemName(artifact.item))} className="text-accent underline">
            {plainLine(itemName(artifact.item), 100)}
          </Link>
        </Fact>
      )}
      {artifact.run !== null && <Fact name="Run">{plainLine(artifact.run, 100)}</Fact>}
      <Fact name="Made">
        {dayAndTime(artifact.createdAt)}
        {artifact.createdBy !== null && ` by ${plainLine(artifact.createdBy, 100)}`}
      </Fact>
      <Fact name="Size">
        {formatBytes(artifact.size)}, {plainLine(artifact.contentType, 100)}
      </Fact>
      {artifact.quality !== null && <Fact name="Quality">{Math.round(artifact.quality * 100)} of 100</Fact>}
      {artifact.tags.length > 0 && (
        <Fact name="Tags">
          <span className="flex flex-wrap gap-1">
            {artifact.tags.slice(0, 50).map((tag) => (
              <Badge key={tag}>{plainLine(tag, 60)}</Badge>
            ))}
          </span>
        </Fact>
      )}
      {artifact.hold !== null && <Fact name="Held">{plainLine(artifact.hold.reason, 300)}</Fact>}
      {custom.slice(0, 50).map(([name, value]) => (
        <Fact key={name} name={plainLine(name, 60)}>
          {plainLine(typeof value === 'string' ? value : JSON.stringify(value), 500)}
        </Fact>
      ))}
      <Fact name="Id">
        <span className="font-mono">{artifact.id}</span>
      </Fact>
      <Fact name="Hash">
        <span className="font-mono text-xs">{artifact.hash}</span>
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-ink-soft">{name}</dt>
    <dd>{children}</dd>
  </>
);

interface VersionsProps {
  readonly view: ArtifactView;
  onOpen(id: ArtifactId): void;
}

/** All versions of its name that are still there, the newest first. */
export function Versions({ view: { artifact, versions }, onOpen }: VersionsProps) {
  if (versions.length < 2) return null;
  return (
    <Select
      aria-label="Version"
      className="!h-7 !w-auto text-sm"
      value={artifact.id}
      onChange={(event) => onOpen(event.target.value)}
    >
      {versions.toReversed().map((id, at) => (
        <option key={id} value={id}>
          {versions.length - at} of {versions.length}
          {at === 0 && ', the newest'}
        </option>
      ))}
    </Select>
  );
}
