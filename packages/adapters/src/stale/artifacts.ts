import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import {
  type Artifact,
  type ArtifactRequest,
  type ArtifactStore,
  failureOf,
  PortError,
  type StaleSource,
  type Thing,
} from '@symphony/domain';
import { plainOf } from './compression.ts';
import { DRAFT, digestOf, lookAt, putInPlace } from './disk.ts';
import { guardsOf, type Standing } from './standing.ts';
import type { Trash } from './trash.ts';
import type { Uses } from './uses.ts';

/** What cleaning needs of the artifact store. */
export type ArtifactShelf = Pick<ArtifactStore, 'list' | 'get' | 'open' | 'store' | 'remove'>;

export interface ArtifactShelfOptions {
  readonly artifacts: ArtifactShelf;
  readonly trash: Trash;
  readonly uses: Uses;
  standing(artifact: Artifact): Standing;
}

const PAGE = 1000;

/**
 * Artifacts as things. The store keeps what is tagged, held or derived from; the content is in the
 * trash before the store is asked to let go of it. A restored artifact has the same content, name
 * and key and is a new version: the store gives no id twice.
 */
export function openArtifactShelf({ artifacts, trash, uses, standing }: ArtifactShelfOptions): StaleSource {
  const isThere = async (id: string): Promise<boolean> => {
    try {
      await artifacts.get(id);
      return true;
    } catch (error) {
      if (failureOf(error).code === 'missing') return false;
      throw error;
    }
  };
  return {
    kind: 'artifact',
    async recover() {
      for (const entry of await trash.entries('artifact'))
        if (await isThere(entry.thing.slice('artifact:'.length))) await trash.drop(entry);
    },
    async list() {
      const known = await uses.all();
      const things: Thing[] = [];
      for (let offset = 0; ; offset += PAGE) {
        const page = await artifacts.list({}, { limit: PAGE, offset });
        for (const each of page) things.push(thingOf(each, standing(each), known.get(`artifact:${each.id}`)));
        if (page.length < PAGE) return things;
      }
    },
    async remove(thing, because) {
      const artifact = await artifacts.get(thing.id.slice('artifact:'.length));
      const facts = { artifact: JSON.stringify(artifact) };
      const entry = await trash.begin(thing, because, { facts, needs: [] });
      const draft = `${trash.payload(entry)}${DRAFT}`;
      await mkdir(dirname(draft), { recursive: true });
      await pipeline(
        Readable.from(artifacts.open(artifact.id)),
        createZstdCompress(),
        createWriteStream(draft),
      );
      if ((await digestOf(plainOf(draft, 'zstd'))) !== (await digestOf(artifacts.open(artifact.id))))
        throw new PortError({ code: 'disk', message: `${thing.label} could not be copied, so it stays.` });
      await putInPlace(draft, trash.payload(entry));
      try {
        await artifacts.remove(artifact.id);
      } catch (error) {
        if (await isThere(artifact.id)) await trash.drop(entry);
        throw error;
      }
      return entry;
    },
    async restore(entry) {
      const artifact = JSON.parse(entry.facts.artifact ?? '{}') as Artifact;
      if ((await lookAt(trash.payload(entry))) === null)
        throw new PortError({
          code: 'missing',
          message: `The content of ${entry.label} is not in the trash.`,
        });
      const derivedFrom: string[] = [];
      for (const id of artifact.derivedFrom) if (await isThere(id)) derivedFrom.push(id);
      await artifacts.store({ ...requestOf(artifact), derivedFrom }, plainOf(trash.payload(entry), 'zstd'));
      await trash.drop(entry);
    },
    purge: (entry) => trash.drop(entry),
  };
}

function thingOf(
  artifact: Artifact,
  { guards, training, usedAt }: Standing,
  use: { readonly at: number; readonly count: number } | undefined,
): Thing {
  const { id, tags, hold } = artifact;
  return {
    id: `artifact:${id}`,
    kind: 'artifact',
    label: `${artifact.name} ${artifact.version}`,
    size: artifact.size,
    createdAt: artifact.createdAt,
    lastUsedAt: Math.max(artifact.createdAt, usedAt ?? 0, use?.at ?? 0),
    uses: use?.count ?? 0,
    quality: artifact.quality,
    tags,
    guards: guardsOf(guards, {
      tagged: tags.length === 0 ? null : `it is tagged ${tags.join(', ')}`,
      held: hold === null ? null : `it is held: ${hold.reason}`,
    }),
    references: artifact.derivedFrom.map((each) => `artifact:${each}`),
    training,
    tier: 'hot',
    tiers: ['hot'],
    content: artifact.hash,
  };
}

/** With a key in any case, so that a restore that was killed and repeated stores it once. */
function requestOf(artifact: Artifact): ArtifactRequest {
  const { name, type, contentType, createdBy, item, run, custom, tags, quality } = artifact;
  return {
    name,
    type,
    contentType,
    custom,
    tags,
    key: artifact.key ?? `restored ${artifact.id}`,
    ...(createdBy === null ? {} : { createdBy }),
    ...(item === null ? {} : { item }),
    ...(run === null ? {} : { run }),
    ...(quality === null ? {} : { quality }),
  };
}
