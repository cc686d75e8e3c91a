import {
  type Artifact,
  type ArtifactContent,
  type ArtifactId,
  type ArtifactRequest,
  type ArtifactStore,
  PortError,
} from '@symphony/domain';
import { rateQuality, rateUse } from './quality.ts';
import type { KnownType, StructureCheck, TypeRegistry } from './type-registry.ts';

/** Larger contents are not checked: nobody makes a plan of that size, and it would have to be in memory. */
const LARGEST_CHECKED = 4 * 1024 * 1024;

/**
 * A store that knows types: what it keeps is of a known one, checked against its schema and rated,
 * and rises when something is made from it. The rating follows the record, so a crash in between
 * leaves it unrated; storing again with the same key rates it then.
 */
export function curate(store: ArtifactStore, types: TypeRegistry): ArtifactStore {
  return {
    store: (request, content) => storeRated(store, types, request, content),
    get: (id) => store.get(id),
    byKey: (key) => store.byKey(key),
    open: (id) => store.open(id),
    text: (id, limit) => store.text(id, limit),
    list: (filter, page) => store.list(filter, page),
    search: (query) => store.search(query),
    versions: (name) => store.versions(name),
    diff: (before, after) => store.diff(before, after),
    lineage: (id) => store.lineage(id),
    tag: (id, tags) => store.tag(id, tags),
    untag: (id, tags) => store.untag(id, tags),
    hold: (id, hold) => store.hold(id, hold),
    release: (id) => store.release(id),
    setQuality: (id, quality) => store.setQuality(id, quality),
    references: (id) => store.references(id),
    remove: (id) => store.remove(id),
    stats: () => store.stats(),
    verify: (each) => store.verify(each),
    collectOrphans: () => store.collectOrphans(),
    close: () => store.close(),
  };
}

async function storeRated(
  store: ArtifactStore,
  types: TypeRegistry,
  request: ArtifactRequest,
  content: ArtifactContent,
): Promise<Artifact> {
  const type = types.find(request.type);
  if (!type) throw unknownType(request.type, types.names());
  if (type.strict && type.check) assertStructure(request, content, type.check);
  const stored = await store.store(request, content);
  if (stored.quality !== null) return stored;
  const rated = await store.setQuality(stored.id, await firstRating(store, type, stored));
  for (const source of stored.derivedFrom) await rateSource(store, types, source);
  return rated;
}

async function firstRating(store: ArtifactStore, { check, maxBytes }: KnownType, stored: Artifact) {
  const { id, size } = stored;
  const checked = check !== null && size <= LARGEST_CHECKED;
  const problems = checked ? check(await store.text(id)) : [];
  const structure = !checked ? 'unchecked' : problems.length === 0 ? 'valid' : 'invalid';
  return rateQuality({ structure, size, maxBytes, references: await store.references(id) });
}

async function rateSource(store: ArtifactStore, types: TypeRegistry, id: ArtifactId): Promise<void> {
  const { type, size, quality } = await store.get(id);
  if (quality === null) return;
  const maxBytes = types.find(type)?.maxBytes ?? null;
  const risen = rateUse(quality, { size, maxBytes, references: await store.references(id) });
  if (risen !== null) await store.setQuality(id, risen);
}

function assertStructure(
  { name, type }: ArtifactRequest,
  content: ArtifactContent,
  check: StructureCheck,
): void {
  if (typeof content !== 'string' && !(content instanceof Uint8Array))
    throw new PortError({
      code: 'invalid',
      message: `${name} is of the type ${type}, whose content is checked before it is kept; a stream cannot be.`,
      nextStep: 'Store it as text or bytes.',
    });
  const problems = check(content);
  if (problems.length > 0)
    throw new PortError({
      code: 'invalid',
      message: `${name} is not what the type ${type} asks for: ${problems.join(' ')}`,
    });
}

const unknownType = (type: string, known: readonly string[]): PortError =>
  new PortError({
    code: 'invalid',
    message: `There is no artifact type ${type}; there are ${known.join(', ')}.`,
    nextStep: 'Use one of them, or register the type with its schema.',
  });
