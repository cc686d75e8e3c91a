import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

/**
 * Issues bring no script, so the built-in play is played, and it is met where it commits: by a git hook
 * that says that it is there and waits.
 */
export function gateCommits(stage: Stage, name: string, subject: RegExp) {
  const hooks = join(stage.path, '.git', 'hooks');
  const here = join(stage.path, '..', `committing-${name}`);
  const gate = stage.gate(name);
  mkdirSync(hooks, { recursive: true });
  const file = join(hooks, 'commit-msg');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '#!/bin/sh\n';
  const wait = `if grep -Eq '${subject.source}' "$1"; then : > '${here}'; ${gate.step.run}; fi\n`;
  writeFileSync(file, `${before}${wait}`, { mode: 0o755 });
  return {
    begun: () => stage.until(`${name} is to be committed`, () => existsSync(here)).then(() => undefined),
    goOn: () => gate.open(),
  };
}
