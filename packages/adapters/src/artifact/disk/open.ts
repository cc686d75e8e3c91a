import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Names, PortError } from '@symphony/domain';
import { BlobFolder } from './blob-folder.ts';
import { asArtifactFault } from './faults.ts';
import { type KeyRing, keyRingOf } from './key-ring.ts';
import { prepareSchema } from './schema.ts';
import { DiskArtifactStore } from './store.ts';

export interface DiskArtifactOptions {
  /** Made when it is missing. */
  readonly folder: string;
  readonly now: () => number;
  readonly names: Names;
  /** `normal`: what is stored survives the process. `full`: the power as well, at a few times the cost. */
  readonly durability: 'normal' | 'full';
  /** 32 bytes. With it, content is encrypted at rest from now on. */
  readonly key?: Uint8Array;
  /** Keys that open what was stored before `key` was changed. */
  readonly formerKeys?: readonly Uint8Array[];
  /** How long another process's lock is waited for; 5 s unless told. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 5_000;

/** A record touches a dozen indexes; checkpoints, which wait for the disk, come every 64 MB of that. */
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA wal_autocheckpoint = 16000;
  PRAGMA journal_size_limit = 134217728;
`;

const indexFileIn = (folder: string): string => join(folder, 'index.db');

/** Opens the store and sweeps what killed processes left. Any number of processes may have it open. */
export async function openDiskArtifactStore(options: DiskArtifactOptions): Promise<DiskArtifactStore> {
  const ring = ringOf(options);
  const file = indexFileIn(options.folder);
  try {
    mkdirSync(options.folder, { recursive: true });
    // Asked beforehand, because SQLite says of a read-only disk only that it cannot open the file.
    accessSync(options.folder, constants.W_OK);
    if (existsSync(file)) accessSync(file, constants.W_OK);
    const blobs = new BlobFolder(options.folder);
    await blobs.sweep(options.now());
    return openDatabase(file, options, blobs, ring);
  } catch (error) {
    throw asArtifactFault(error, file);
  }
}

function openDatabase(
  file: string,
  options: DiskArtifactOptions,
  blobs: BlobFolder,
  ring: KeyRing,
): DiskArtifactStore {
  const db = new DatabaseSync(file, { timeout: options.patienceMs ?? PATIENCE_MS });
  try {
    db.exec(SETTINGS);
    db.exec(`PRAGMA synchronous = ${options.durability.toUpperCase()}`);
    prepareSchema(db, file);
    return new DiskArtifactStore({ ...options, db, file, blobs, ring });
  } catch (error) {
    db.close();
    throw error;
  }
}

function ringOf({ key, formerKeys = [] }: DiskArtifactOptions): KeyRing {
  try {
    return keyRingOf(key, formerKeys);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new PortError(
      {
        code: 'invalid',
        message: `Artifacts cannot be encrypted: ${error.message}`,
        nextStep: 'Give a key of 32 bytes, for example the output of `openssl rand -hex 32` read as hex.',
      },
      error,
    );
  }
}
