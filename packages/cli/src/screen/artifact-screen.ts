import type { Artifact, ArtifactFindings, ArtifactStats, ArtifactVerdict, Highlight } from '@symphony/domain';
import { dayAndTime } from '@symphony/protocol/words';
import type { ArtifactsDoor } from '../server-door.ts';
import { type Cell, type Column, cut, table } from './columns.ts';
import type { Frame } from './frame.ts';
import { oneLine } from './harmless.ts';
import type { Paint } from './paint.ts';

/** Artifacts on a terminal. Every text has been made harmless before. */

const STEPS = ['B', 'KB', 'MB', 'GB'] as const;

export function bytesText(bytes: number): string {
  const step = Math.min(STEPS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const amount = bytes / 1024 ** step;
  return `${step > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${STEPS[step]}`;
}

const COLUMNS: readonly Column[] = [
  { max: 16 },
  { max: 'rest' },
  { max: 12 },
  { max: 14 },
  { max: 9, align: 'right' },
  { max: 19 },
];

const cellsOf = ({ id, name, version, type, item, size, createdAt }: Artifact): Cell[] => [
  { text: id, style: 'strong' },
  { text: `${name}@${version}` },
  { text: type, style: 'accent' },
  { text: item ?? '', style: 'dim' },
  { text: bytesText(size), style: 'dim' },
  { text: dayAndTime(createdAt), style: 'dim' },
];

export const artifactRows = (artifacts: readonly Artifact[], { columns, paint }: Frame): string[] =>
  table(artifacts.map(cellsOf), COLUMNS, columns, paint);

/** What is said above the content. */
export function artifactLine(artifact: Artifact, { paint, columns }: Frame): string {
  const { id, name, version, type, contentType, size, createdBy, item, tags, hold, quality } = artifact;
  const parts = [
    `${name}@${version}`,
    id,
    type,
    contentType,
    bytesText(size),
    ...(item === null ? [] : [`of ${item}`]),
    ...(createdBy === null ? [] : [`by ${createdBy}`]),
    ...(quality === null ? [] : [`quality ${quality.toFixed(2)}`]),
    ...(tags.length === 0 ? [] : [`tagged ${tags.join(', ')}`]),
    ...(hold === null ? [] : [`held: ${hold.reason}`]),
  ];
  return paint('dim', cut(parts.join(' · '), columns));
}

export function findingLines({ hits, found, more, facets }: ArtifactFindings, frame: Frame): string[] {
  const lines = hits.flatMap(({ artifact, highlights }) => [
    ...artifactRows([artifact], frame),
    ...highlights.map((each) => `    ${marked(each, frame.paint)}`),
  ]);
  const counts = facets.types.map(({ value, count }) => `${count} ${value}`).join(', ');
  const total = more ? `At least ${found} found` : `${found} found`;
  return [...lines, frame.paint('dim', cut(`${total}: ${counts}.`, frame.columns))];
}

function marked({ text, marks }: Highlight, paint: Paint): string {
  let shown = '';
  let at = 0;
  for (const [from, to] of marks) {
    shown += `${text.slice(at, from)}${paint('warn', text.slice(from, to))}`;
    at = to;
  }
  return `${shown}${text.slice(at)}`.replaceAll(/\s+/g, ' ').trim();
}

type Family = Awaited<ReturnType<ArtifactsDoor['family']>>;

/** Older ones above, each with what it was made from. */
export function familyLines(family: Family, { columns, paint }: Frame): string[] {
  const names = new Map(family.map(({ artifact: { id, name, version } }) => [id, `${name}@${version}`]));
  return family.map(({ artifact, relation, generation, madeFrom }) => {
    const { id, name, version } = artifact;
    const sources = madeFrom.map(
      ({ from, kind }) => `${kind === 'version' ? 'after' : 'from'} ${names.get(from) ?? from}`,
    );
    const indent = '  '.repeat(Math.min(generation, 8));
    const text = oneLine(`${id} ${name}@${version}${sources.length === 0 ? '' : ` (${sources.join(', ')})`}`);
    const line = `${relation === 'itself' ? '●' : '○'} ${indent}${cut(text, columns - indent.length - 2)}`;
    return relation === 'itself' ? paint('strong', line) : line;
  });
}

interface Verified extends ArtifactVerdict {
  readonly stats: ArtifactStats;
  readonly collected: { readonly removed: number; readonly bytes: number } | null;
}

export function verdictLines(verified: Verified, { columns, paint }: Frame): string[] {
  const { checked, corrupted, missing, orphaned, stats, collected } = verified;
  const problems = [...corrupted, ...missing].map(({ reason }) => paint('bad', cut(`✗ ${reason}`, columns)));
  const sound =
    problems.length === 0 ? [paint('good', `✓ ${counted(checked, 'content')} read, all whole.`)] : [];
  const saved = `${counted(stats.artifacts, 'artifact')} in ${bytesText(stats.uniqueBytes)}; sharing spares ${bytesText(stats.bytesSaved)}.`;
  const left =
    collected !== null
      ? [`Removed ${counted(collected.removed, 'left-over file')}, ${bytesText(collected.bytes)}.`]
      : orphaned.length > 0
        ? [
            `${counted(orphaned.length, 'content')} named by nobody; \`symphony artifact verify --collect\` removes it.`,
          ]
        : [];
  return [...problems, ...sound, saved, ...left];
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
