import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of the test's own, taken away with everything in it. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'symphony-store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
