import { hash } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Snapshot } from '@symphony/domain';
import { isDamage } from './faults.ts';
import { inTransaction } from './transaction.ts';

/**
 * The newest two states kept. Two, so that one that cannot be read costs the replay of the entries
 * since the one before, not of the whole log.
 */
export class SnapshotTable {
  readonly #db: DatabaseSync;
  readonly #numbers: StatementSync;
  readonly #load: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#numbers = db.prepare('SELECT seq FROM snapshots ORDER BY seq DESC');
    this.#load = db.prepare('SELECT seq, version, state, checksum FROM snapshots WHERE seq = ?');
  }

  save(snapshot: Snapshot): void {
    const { seq, version, state } = snapshot;
    inTransaction(this.#db, () => {
      this.#db
        .prepare('INSERT OR REPLACE INTO snapshots (seq, version, state, checksum) VALUES (?, ?, ?, ?)')
        .run(seq, version, state, checksumOf(snapshot));
      this.#db
        .prepare(
          'DELETE FROM snapshots WHERE seq NOT IN (SELECT seq FROM snapshots ORDER BY seq DESC LIMIT 2)',
        )
        .run();
    });
  }

  newestSound(): Snapshot | null {
    for (const { seq } of this.#numbers.all()) {
      const snapshot = this.#loadSound(seq as number);
      if (snapshot) return snapshot;
    }
    return null;
  }

  /** Null when what is there is not what was saved. */
  #loadSound(seq: number): Snapshot | null {
    try {
      const row = this.#load.get(seq) as (Snapshot & { checksum: string }) | undefined;
      if (row === undefined || row.checksum !== checksumOf(row)) return null;
      return { seq: row.seq, version: row.version, state: row.state };
    } catch (error) {
      if (isDamage(error)) return null;
      throw error;
    }
  }
}

const checksumOf = ({ seq, version, state }: Snapshot): string =>
  hash('sha256', `${seq}\n${version}\n${state}`);
