import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Entry } from '@symphony/domain';
import { type LineContext, logLine } from './log-line.ts';

const LARGEST = 10 * 1024 * 1024;
const KEPT = 5;

interface ServiceLogOptions {
  /** The file is `log/symphony.log` below it. */
  readonly root: string;
  contextOf(entry: Entry): LineContext;
  warn(message: string): void;
}

/** A log for people and log shippers. One that cannot be written is told once, and work goes on (svc-B2). */
export function openServiceLog({ root, contextOf, warn }: ServiceLogOptions): { hear(entry: Entry): void } {
  const file = join(root, 'log', 'symphony.log');
  let told = false;
  return {
    hear(entry) {
      const line = logLine(entry, contextOf(entry));
      if (line === null) return;
      try {
        mkdirSync(dirname(file), { recursive: true });
        turnOver(file);
        appendFileSync(file, `${line}\n`, { mode: 0o600 });
        told = false;
      } catch (error) {
        if (!told) warn(`${file} cannot be written: ${(error as Error).message}`);
        told = true;
      }
    },
  };
}

function turnOver(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < LARGEST) return;
  for (let at = KEPT - 1; at > 0; at--) {
    const older = at === 1 ? file : `${file}.${at - 1}`;
    if (statSync(older, { throwIfNoEntry: false })) renameSync(older, `${file}.${at}`);
  }
}
