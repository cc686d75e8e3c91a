import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Artifact, ArtifactFilter, ArtifactHold, ArtifactId } from '@symphony/domain';
import type { Draft } from '../draft.ts';
import { notThere } from '../refusal.ts';
import { conditionsOf } from './conditions.ts';
import type { LinkTable } from './link-table.ts';
import type { Row } from './record.ts';

export interface NewRecord {
  readonly id: ArtifactId;
  readonly createdAt: number;
  readonly hash: string;
  readonly size: number;
  readonly sealedBy: string | null;
}

/** The records. What changes something is to be called inside a transaction. */
export class RecordTable {
  readonly #db: DatabaseSync;
  readonly #links: LinkTable;
  readonly #byId: StatementSync;
  readonly #byKey: StatementSync;
  readonly #latest: StatementSync;
  readonly #count: StatementSync;
  readonly #insert: StatementSync;
  readonly #tag: StatementSync;
  readonly #sharing: StatementSync;
  readonly #selects = new Map<string, StatementSync>();

  constructor(db: DatabaseSync, links: LinkTable) {
    this.#db = db;
    this.#links = links;
    this.#byId = db.prepare('SELECT * FROM artifacts WHERE id = ?');
    this.#byKey = db.prepare('SELECT * FROM artifacts WHERE key = ?');
    this.#latest = db.prepare('SELECT * FROM artifacts WHERE name = ? ORDER BY version DESC LIMIT 1');
    this.#count = db.prepare(
      `INSERT INTO names (name, last) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET last = last + 1
       RETURNING last`,
    );
    this.#insert = db.prepare(
      `INSERT INTO artifacts (id, key, name, version, parent, type, content_type, hash, size, sealed_by,
         created_at, created_by, item, run, derived_from, custom, tags, quality)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    );
    this.#tag = db.prepare('INSERT INTO tags (tag, artifact) VALUES (?, ?)');
    this.#sharing = db.prepare('SELECT id FROM artifacts WHERE hash = ? ORDER BY row');
  }

  byId(id: ArtifactId): Row {
    const row = this.#byId.get(id) as Row | undefined;
    if (!row) throw notThere(id);
    return row;
  }

  byKey(key: string): Row | null {
    return (this.#byKey.get(key) as Row | undefined) ?? null;
  }

  list(filter: ArtifactFilter, order: 'row' | 'row DESC', limit: number, offset: number): Row[] {
    const { sql, values } = conditionsOf(filter);
    return this.select(`SELECT * FROM artifacts WHERE ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`).all(
      ...values,
      limit,
      offset,
    ) as unknown as Row[];
  }

  add(draft: Draft, record: NewRecord): Row {
    const sources = draft.derivedFrom.map((source) => this.byId(source));
    const parent = (this.#latest.get(draft.name) as Row | undefined) ?? null;
    const { last: version } = this.#count.get(draft.name) as { last: number };
    const row = this.#insert.get(
      record.id,
      draft.key,
      draft.name,
      version,
      parent?.id ?? null,
      draft.type,
      draft.contentType,
      record.hash,
      record.size,
      record.sealedBy,
      record.createdAt,
      draft.createdBy,
      draft.item,
      draft.run,
      JSON.stringify(draft.derivedFrom),
      JSON.stringify(draft.custom),
      JSON.stringify(draft.tags),
      draft.quality,
    ) as unknown as Row;
    for (const tag of draft.tags) this.#tag.run(tag, row.row);
    for (const source of sources) this.#links.add(source.row, row.row, 'derived');
    if (parent) this.#links.add(parent.row, row.row, 'version');
    return row;
  }

  setTags(row: Row, tags: readonly string[]): void {
    this.select('DELETE FROM tags WHERE artifact = ? AND tag IN (SELECT value FROM json_each(?))').run(
      row.row,
      row.tags,
    );
    for (const tag of tags) this.#tag.run(tag, row.row);
    this.#set('tags', JSON.stringify(tags), row);
  }

  setHold(row: Row, hold: ArtifactHold | null): void {
    this.#set('hold', hold === null ? null : JSON.stringify(hold), row);
  }

  setQuality(row: Row, quality: number): void {
    this.#set('quality', quality, row);
  }

  remove(row: Row): void {
    this.setTags(row, []);
    this.#links.removeAllOf(row.row);
    this.select('DELETE FROM artifacts WHERE row = ?').run(row.row);
  }

  /** Who shares a content, oldest first. */
  sharing(hash: Artifact['hash']): readonly ArtifactId[] {
    return this.#sharing.all(hash).map((row) => row.id as string);
  }

  #set(column: 'tags' | 'hold' | 'quality', value: string | number | null, row: Row): void {
    this.select(`UPDATE artifacts SET ${column} = ? WHERE row = ?`).run(value, row.row);
  }

  /** Prepared once for every shape of question. */
  select(sql: string): StatementSync {
    const known = this.#selects.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#selects.set(sql, statement);
    return statement;
  }
}
