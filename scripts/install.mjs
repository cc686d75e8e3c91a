/**
 * Brings the project's packages to what the lock file says. Does nothing when they are there already.
 *
 * `npm install --no-save`, not `npm ci`: the lock was made on Linux, and `npm ci` refuses a lock in
 * which the binaries of another platform are missing, while `install` keeps every locked version
 * and adds what this platform needs.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNode, ROOT, runNpm } from './node24.mjs';

/** Returns the Node to run everything with. */
export function installed() {
  const node = findNode();
  const stamp = join(ROOT, 'node_modules', '.symphony-lock');
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return node;
  process.stderr.write('Installing packages …\n');
  if (runNpm(['install', '--no-save'], node) !== 0) {
    process.stderr.write(
      'The packages could not be installed. Is the npm registry reachable? Then try again.\n',
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
  return node;
}
