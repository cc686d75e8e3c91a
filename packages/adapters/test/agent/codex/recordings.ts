import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../../../../shared/fixtures/agents/codex', import.meta.url));

/** Why the recordings cannot be played, or null. They are not part of the repository. */
export const noRecordings = existsSync(FOLDER)
  ? null
  : 'the recorded streams are not here (../shared/fixtures)';

export interface Recorded {
  readonly dir: '<' | '>';
  readonly msg: Record<string, unknown>;
}

export const recordingNames = (): string[] =>
  noRecordings === null ? readdirSync(FOLDER).filter((name) => /^app-server-.*\.jsonl$/.test(name)) : [];

export const readRecording = (name: string): Recorded[] =>
  readFileSync(join(FOLDER, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
