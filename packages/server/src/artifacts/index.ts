import { jsonSchemaCheck, openDiskArtifactStore } from '@symphony/adapters/artifact/disk';
import type { ArtifactId, ArtifactStore } from '@symphony/domain';
import {
  type ArtifactType,
  arrangeLineage,
  curate,
  type Relative,
  TypeRegistry,
} from '@symphony/pit/artifacts';
import { freshNames } from '../fresh-names.ts';
import type { Workplace } from '../workplace.ts';

export interface ArtifactSettings {
  /** Kinds of artifacts beside the built-in ones. */
  readonly types?: readonly ArtifactType[];
  /** 32 bytes: content is encrypted at rest from then on. */
  readonly key?: Uint8Array;
  /** Keys that open what was stored before `key` was changed. */
  readonly formerKeys?: readonly Uint8Array[];
}

/** The artifacts of a repository, and what a command asks of them beside what the store itself knows. */
export interface ArtifactArchive extends ArtifactStore {
  /** Everything it comes from and everything made from it, in the order it came to be. */
  family(id: ArtifactId): Promise<readonly Relative[]>;
}

/** Typed and rated. Made where there are none; any number of processes may have them open. */
export async function openArtifactsOf(
  place: Pick<Workplace, 'artifacts'>,
  settings: ArtifactSettings = {},
): Promise<ArtifactArchive> {
  const { types = [], ...keys } = settings;
  const registry = new TypeRegistry(types, jsonSchemaCheck);
  const disk = await openDiskArtifactStore({
    folder: place.artifacts,
    now: Date.now,
    names: freshNames,
    durability: 'normal',
    ...keys,
  });
  const store = curate(disk, registry);
  return { ...store, family: async (id) => arrangeLineage(await store.lineage(id)) };
}
