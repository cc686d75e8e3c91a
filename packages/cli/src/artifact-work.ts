import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Artifact, ArtifactFilter, ArtifactStore } from '@symphony/domain';
import { isTextual } from '@symphony/domain';
import { exportTo } from './artifact-export.ts';
import type { ArtifactFlags } from './commands/artifact.ts';
import { Complaint } from './complaint.ts';
import type { Desk } from './desk.ts';
import {
  artifactLine,
  artifactRows,
  bytesText,
  familyLines,
  findingLines,
  verdictLines,
} from './screen/artifact-screen.ts';
import { harmless } from './screen/harmless.ts';
import { type ArtifactsDoor, openServer } from './server-door.ts';

/** More than anybody reads on a terminal; the rest is a file's business. */
const SHOWN_BYTES = 1024 * 1024;
const NONE = 'There are no artifacts yet: they are kept when items are played.';

/** Runs `use` on the artifacts of the repository; null where none was ever stored, and then none are made. */
async function withArtifacts<T>(
  desk: Desk,
  use: (artifacts: ArtifactsDoor) => Promise<T>,
): Promise<T | null> {
  const server = await openServer();
  const workplace = await server.findWorkplace(desk.folder());
  if (!existsSync(join(workplace.artifacts, 'index.db'))) return null;
  const artifacts = await server.openProjectArtifacts(workplace);
  try {
    return await use(artifacts);
  } finally {
    artifacts.close();
  }
}

/** For commands that name an artifact. */
async function onArtifacts<T>(desk: Desk, use: (artifacts: ArtifactsDoor) => Promise<T>): Promise<T> {
  const result = await withArtifacts(desk, async (artifacts) => ({ is: await use(artifacts) }));
  if (!result) throw new Complaint(NONE, 'Start with `symphony run`.');
  return result.is;
}

/** By the beginning of an id, or by a name: its newest version, or the one after `@`. */
async function find(store: ArtifactStore, text: string): Promise<Artifact> {
  const [first, second] = text === '' ? [] : await store.list({ idPrefix: text }, { limit: 2 });
  if (first && (!second || first.id === text)) return first;
  if (second) {
    const exact = (await store.list({ idPrefix: text }, { limit: 1_000 })).find(({ id }) => id === text);
    if (exact) return exact;
    throw new Complaint(
      `${text} is the beginning of more than one artifact.`,
      `Type more of it: ${first?.id} or ${second.id}.`,
    );
  }
  const [, name = text, version] = /^(.*)@(\d+)$/s.exec(text) ?? [];
  const versions = [...(await store.versions(name)), ...(await store.versions(text))];
  const found =
    version === undefined ? versions.at(-1) : versions.find((each) => `${each.version}` === version);
  if (found) return found;
  throw new Complaint(`There is no artifact ${text}.`, '`symphony artifact list` shows those there are.');
}

const filterOf = ({ item, run, type, tag, after, before }: ArtifactFlags): ArtifactFilter => ({
  ...(item === undefined ? {} : { item }),
  ...(run === undefined ? {} : { run }),
  ...(type === undefined ? {} : { type }),
  ...(tag === undefined ? {} : { tags: tag }),
  ...(after === undefined ? {} : { after }),
  ...(before === undefined ? {} : { before }),
});

const pageOf = ({ limit }: ArtifactFlags) => (limit === undefined ? {} : { limit });

export async function listArtifacts(desk: Desk, flags: ArtifactFlags): Promise<void> {
  const { terminal } = desk;
  const listed = await withArtifacts(desk, (store) => store.list(filterOf(flags), pageOf(flags)));
  if (flags.json) return terminal.json(listed ?? []);
  terminal.lines(artifactRows(harmless(listed ?? []), terminal.frame()));
  if (listed === null) terminal.line(NONE);
  else if (listed.length === 0) terminal.line('No artifact is like that.');
}

export async function showArtifact(desk: Desk, id: string, json: boolean): Promise<void> {
  const { terminal } = desk;
  await onArtifacts(desk, async (store) => {
    const artifact = await find(store, id);
    const text = isTextual(artifact.contentType) ? await store.text(artifact.id, SHOWN_BYTES) : null;
    if (json) return terminal.json({ artifact, text });
    terminal.note(artifactLine(harmless(artifact), terminal.frame()));
    const toFile = `\`symphony artifact export ${artifact.id} FILE\``;
    if (text === null) {
      terminal.line(
        `This is ${bytesText(artifact.size)} of ${harmless(artifact.contentType)}, not text; ${toFile} writes it to a file.`,
      );
      return;
    }
    terminal.line((terminal.stdout.isTTY ? harmless(text) : text).replace(/\n$/, ''));
    if (artifact.size > SHOWN_BYTES)
      terminal.note(
        `This was the first ${bytesText(SHOWN_BYTES)} of ${bytesText(artifact.size)}; ${toFile} gives all of it.`,
      );
  });
}

export async function searchArtifacts(desk: Desk, text: string, flags: ArtifactFlags): Promise<void> {
  const { terminal } = desk;
  const found = await withArtifacts(desk, (store) =>
    store.search({ text, ...filterOf(flags), ...pageOf(flags) }),
  );
  const nothing = { hits: [], found: 0, more: false, facets: { types: [], tags: [], items: [] } };
  if (flags.json) return terminal.json(found ?? nothing);
  if (found === null) terminal.line(NONE);
  else if (found.hits.length === 0) terminal.line(harmless(`No artifact says ${text}.`));
  else terminal.lines(findingLines(harmless(found), terminal.frame()));
}

export async function diffArtifacts(
  desk: Desk,
  before: string,
  after: string | undefined,
  json: boolean,
): Promise<void> {
  const { terminal } = desk;
  await onArtifacts(desk, async (store) => {
    const named = await find(store, before);
    const older = after === undefined ? await previous(store, named) : named;
    const newer = after === undefined ? named : await find(store, after);
    const diff = await store.diff(older.id, newer.id);
    if (json) return terminal.json({ before: older.id, after: newer.id, ...diff });
    if (diff.kind === 'same') terminal.note('Their content is the same.');
    else if (diff.kind === 'text')
      terminal.line((terminal.stdout.isTTY ? harmless(diff.patch) : diff.patch).trimEnd());
    else
      terminal.line(
        `They differ, and ${diff.reason}: ${bytesText(diff.sizes[0])} before, ${bytesText(diff.sizes[1])} after.`,
      );
  });
}

async function previous(store: ArtifactStore, { name, version }: Artifact): Promise<Artifact> {
  const older = (await store.versions(name)).filter((each) => each.version < version).at(-1);
  if (older) return older;
  throw new Complaint(
    `${name}@${version} is the first version there is.`,
    'Name two artifacts to compare them: `symphony artifact diff BEFORE AFTER`.',
  );
}

export async function showLineage(desk: Desk, id: string, json: boolean): Promise<void> {
  const { terminal } = desk;
  await onArtifacts(desk, async (store) => {
    const relatives = await store.family((await find(store, id)).id);
    if (json) return terminal.json(relatives);
    terminal.lines(familyLines(harmless(relatives), terminal.frame()));
    if (relatives.length === 1)
      terminal.note('It was made from no other artifact, and none was made from it.');
  });
}

export async function exportArtifact(
  desk: Desk,
  id: string,
  path: string | undefined,
  flags: { readonly force?: boolean; readonly json?: boolean },
): Promise<void> {
  const { terminal } = desk;
  await onArtifacts(desk, async (store) => {
    const artifact = await find(store, id);
    const written = await exportTo(terminal, artifact, store.open(artifact.id), path, flags.force === true);
    if (written === null) return;
    if (flags.json) terminal.json({ path: written, bytes: artifact.size });
    else terminal.line(harmless(`Wrote ${bytesText(artifact.size)} to ${written}.`));
  });
}

export async function tagArtifact(
  desk: Desk,
  id: string,
  tags: readonly string[],
  flags: { readonly remove?: boolean; readonly json?: boolean },
): Promise<void> {
  await onArtifacts(desk, async (store) => {
    const { id: whole } = await find(store, id);
    const tagged = await (flags.remove ? store.untag(whole, tags) : store.tag(whole, tags));
    if (flags.json) return desk.terminal.json(tagged);
    const has = tagged.tags.length === 0 ? 'has no tags' : `is tagged ${tagged.tags.join(', ')}`;
    desk.terminal.line(harmless(`${tagged.name}@${tagged.version} ${has}.`));
  });
}

export async function holdArtifact(
  desk: Desk,
  id: string,
  flags: { readonly reason: string; readonly release?: boolean; readonly json?: boolean },
): Promise<void> {
  await onArtifacts(desk, async (store) => {
    const { id: whole } = await find(store, id);
    const held = await (flags.release
      ? store.release(whole)
      : store.hold(whole, { reason: flags.reason, by: desk.person }));
    if (flags.json) return desk.terminal.json(held);
    const how = held.hold === null ? 'is no longer held' : `is held: ${held.hold.reason}`;
    desk.terminal.line(harmless(`${held.name}@${held.version} ${how}.`));
  });
}

/** Ends with 1 when a content is damaged or missing; what nobody names does no harm. */
export async function verifyArtifacts(
  desk: Desk,
  flags: { readonly collect?: boolean; readonly json?: boolean },
): Promise<void> {
  const { terminal } = desk;
  const result = await withArtifacts(desk, async (store) => {
    const verdict = await store.verify();
    const collected = flags.collect ? await store.collectOrphans() : null;
    return { ...verdict, stats: await store.stats(), collected };
  });
  if (result === null) return flags.json ? terminal.json(null) : terminal.line(NONE);
  if (flags.json) terminal.json(result);
  else terminal.lines(verdictLines(harmless(result), terminal.frame()));
  if (result.corrupted.length + result.missing.length > 0) desk.endWith(1);
}
