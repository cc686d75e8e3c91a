import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from '@symphony/testkit';

/**
 * Thirty items that give a conductor everything at once: dependencies, failures that are retried,
 * checks that fail first, and files that many of them append to, so that branches conflict.
 */
export const COUNT = 30;
/** Fails whatever is tried. */
export const HOPELESS = 28;
/** Ends without a commit. */
export const EMPTY_HANDED = 29;

const ROWS = 4;
const USD = 0.01;

export const name = (n: number): string => `T-${String(n).padStart(2, '0')}`;
export const sharedFile = (n: number): string => `shared/${n % ROWS}.txt`;
const failsFirst = (n: number): boolean => n % 7 === 0;
const breaksFirst = (n: number): boolean => n % 10 === 3;

/** Failures each item must have counted at the end. */
export const expectedRetries = (n: number): number =>
  n === HOPELESS ? 2 : failsFirst(n) || breaksFirst(n) ? 1 : 0;

/** What all of them together must have cost: every spend once, however often it was interrupted. */
export function expectedUsd(): number {
  let usd = 0;
  for (let n = 0; n < COUNT; n++) {
    if (n === HOPELESS) usd += 3 * USD;
    else if (n !== EMPTY_HANDED) usd += (failsFirst(n) || breaksFirst(n) ? 2 : 1) * USD;
  }
  return usd;
}

const CONFIG = `
target: main
polling: { interval: 300ms }
slots: { total: 4 }
retry: { max_retries: 2, max_retry_backoff: 100ms }
verify: ["test ! -e broken.txt"]
train: { batch_size: 4 }
handoff: { max_returns: 20 }
shutdown_grace: 2s
`;

export function plant(repository: Repository): void {
  const folder = join(repository.path, '.symphony');
  mkdirSync(join(folder, 'board'), { recursive: true });
  writeFileSync(join(folder, 'symphony.yaml'), CONFIG);
  for (let n = 0; n < COUNT; n++) writeFileSync(join(folder, 'board', `${name(n)}.md`), item(n));
}

function item(n: number): string {
  const blocked = n % 3 === 0 && n >= 5 && n < HOPELESS ? `blocked_by: [${name(n - 5)}]\n` : '';
  return `---\ntitle: Plant tree ${n}\nstate: Todo\npriority: ${(n % 4) + 1}\n${blocked}rehearsal: ${JSON.stringify(script(n))}\n---\n`;
}

function script(n: number): unknown {
  const spend = { spend: { input: 100, output: 10, usd: USD } };
  if (n === HOPELESS) return [spend, { fail: 'no luck at all' }];
  if (n === EMPTY_HANDED) return [{ say: 'I found nothing to do.' }];
  const work = [
    { write: { path: `trees/${n}.txt`, text: `tree ${n}\n` } },
    { commit: `Plant ${n}` },
    { sleep: 30 },
    { append: { path: sharedFile(n), text: `${n}\n` } },
    spend,
    { commit: `List ${n}` },
  ];
  if (failsFirst(n)) return { on_attempt: { 1: [spend, { fail: 'slipped' }], else: work } };
  if (breaksFirst(n)) {
    const broken = [{ write: { path: 'broken.txt', text: 'oops\n' } }, spend, { commit: 'Break it' }];
    return { on_attempt: { 1: broken, else: [{ run: 'git rm -q --ignore-unmatch broken.txt' }, ...work] } };
  }
  return work;
}
