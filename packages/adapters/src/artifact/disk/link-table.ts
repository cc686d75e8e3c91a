import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ArtifactId, Lineage, LineageLink } from '@symphony/domain';
import { artifactOf, type Row } from './record.ts';

/** Who was made from whom. A source is always older than what was made from it, so there are no rings. */
export class LinkTable {
  readonly #insert: StatementSync;
  readonly #removeOf: StatementSync;
  readonly #references: StatementSync;
  readonly #family: StatementSync;
  readonly #links: StatementSync;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare('INSERT INTO links (source, artifact, kind) VALUES (?, ?, ?)');
    this.#removeOf = db.prepare('DELETE FROM links WHERE source = ?1 OR artifact = ?1');
    this.#references = db.prepare(
      `SELECT count(*) AS count FROM links WHERE source = ? AND kind = 'derived'`,
    );
    this.#family = db.prepare(
      `WITH RECURSIVE
         older (row) AS (
           VALUES (?1) UNION SELECT links.source FROM older JOIN links ON links.artifact = older.row),
         younger (row) AS (
           VALUES (?1) UNION SELECT links.artifact FROM younger JOIN links ON links.source = younger.row)
       SELECT * FROM artifacts WHERE row IN (SELECT row FROM older UNION SELECT row FROM younger)
       ORDER BY row`,
    );
    this.#links = db.prepare('SELECT source, kind FROM links WHERE artifact = ? ORDER BY source, kind');
  }

  add(source: number, artifact: number, kind: LineageLink['kind']): void {
    this.#insert.run(source, artifact, kind);
  }

  removeAllOf(row: number): void {
    this.#removeOf.run(row);
  }

  references(row: number): number {
    return (this.#references.get(row) as { count: number }).count;
  }

  lineage(focus: Row): Lineage {
    const rows = this.#family.all(focus.row) as unknown as Row[];
    const ids = new Map<number, ArtifactId>(rows.map(({ row, id }) => [row, id]));
    const links = rows.flatMap(({ row, id: to }) =>
      this.#links.all(row).flatMap(({ source, kind }) => {
        const from = ids.get(source as number);
        return from === undefined ? [] : [{ from, to, kind: kind as LineageLink['kind'] }];
      }),
    );
    return { focus: focus.id, artifacts: rows.map(artifactOf), links };
  }
}
