import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryArtifactStore } from '@symphony/adapters/artifact/memory';
import { openGit } from '@symphony/adapters/git';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { emptyState, fold } from '@symphony/conductor';
import type { LogEvent } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import { expect } from 'vitest';
import { openQueries } from '../../src/workbench/queries/index.ts';

const MINUTE = 60_000;

/** A real log and a repository to ask about, with the state as a conductor would have it. */
export function openRoom(root = tmpdir()) {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-log-'));
  const store = openSqliteStore({ folder, durability: 'normal', mirror: false });
  const state = emptyState();
  let now = Date.UTC(2026, 0, 1);
  let names = 0;
  const artifacts = new MemoryArtifactStore(
    () => now,
    (prefix) => `${prefix}-${++names}`,
  );
  const parts = { store, state: () => state, git: openGit('test'), root, artifacts, now: () => now };
  return {
    ...parts,
    folder,
    queries: openQueries(parts),
    /** Each a minute after the one before. */
    record(...events: readonly LogEvent[]): void {
      for (const event of events) this.recordAt(now + MINUTE, [event]);
    },
    recordAt(at: number, events: readonly LogEvent[]): void {
      now = at;
      for (const entry of store.append(at, events)) fold(state, entry);
    },
    close(): void {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Room = ReturnType<typeof openRoom>;

/** What a person reads: one sentence and what to do next. */
export async function expectRefused(answer: Promise<unknown>, code: string, words: RegExp): Promise<void> {
  const error = await answer.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RequestError);
  const { message, nextStep } = error as RequestError;
  expect({ code: (error as RequestError).code, message }).toEqual({
    code,
    message: expect.stringMatching(words),
  });
  expect(message).toMatch(/\.$/);
  expect(nextStep).toMatch(/\S/);
}
