import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PortError } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockInstance } from '../../src/instance-lock.ts';
import { furnish, type Workplace, workplaceAt } from '../../src/workplace.ts';

const HOLDER = fileURLToPath(new URL('./lock-holder.ts', import.meta.url));

let workplace: Workplace;
let announcement: string;
beforeEach(() => {
  workplace = workplaceAt(mkdtempSync(join(tmpdir(), 'symphony-lock-')));
  furnish(workplace);
  announcement = join(workplace.run, 'conductor.json');
});
afterEach(() => rmSync(workplace.root, { recursive: true, force: true }));

function refusalOf(act: () => unknown): PortError['failure'] {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(PortError);
    return (error as PortError).failure;
  }
  return expect.unreachable('it was expected to be refused');
}

/** Another process that holds the lock. */
async function holder() {
  const child = spawn(process.execPath, [HOLDER, workplace.root], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

describe('C10 the instance lock', () => {
  test('held by another process: refused with its pid and what to do', async () => {
    const child = await holder();
    const { code, message, nextStep } = refusalOf(() => lockInstance(workplace));
    expect(code).toBe('conflict');
    expect(message).toContain(`pid ${child.pid}`);
    expect(nextStep).toContain('symphony stop');
    child.stdin.end();
    await once(child, 'exit');
    lockInstance(workplace).release();
  });

  test('goes with its process, whatever kills it; what it left written misleads nobody', async () => {
    const child = await holder();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(JSON.parse(readFileSync(announcement, 'utf8')).pid).toBe(child.pid);
    const lock = lockInstance(workplace);
    expect(JSON.parse(readFileSync(announcement, 'utf8'))).toEqual({
      pid: process.pid,
      startedAt: expect.any(Number),
    });
    lock.release();
  });

  test('announce tells everything, release takes it back and may be repeated', () => {
    const lock = lockInstance(workplace);
    const self = {
      pid: process.pid,
      socket: '/s',
      startedAt: 7,
      version: '1',
      mode: 'daemon',
      url: 'http://127.0.0.1:4780',
      trouble: null,
    } as const;
    lock.announce(self);
    expect(JSON.parse(readFileSync(announcement, 'utf8'))).toEqual(self);
    lock.release();
    lock.release();
    expect(existsSync(announcement)).toBe(false);
  });

  test('an announcement nobody can read is no name, and no fault', async () => {
    const child = await holder();
    for (const text of ['', '{', 'null', '{"pid":"x"}']) {
      writeFileSync(announcement, text);
      expect(refusalOf(() => lockInstance(workplace)).message).toBe(
        'Another Symphony already runs in this repository.',
      );
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  test('what cannot be a lock is told in words, and a failed try holds nothing', () => {
    const file = join(workplace.run, 'lock.db');
    writeFileSync(file, 'not a database, and long enough to be looked at as one, it is hoped');
    expect(refusalOf(() => lockInstance(workplace))).toMatchObject({
      code: 'disk',
      nextStep: expect.stringContaining('Move it away'),
    });
    rmSync(file);
    mkdirSync(announcement);
    expect(refusalOf(() => lockInstance(workplace)).message).toContain(
      'a folder stands where a file is needed',
    );
    rmSync(announcement, { recursive: true });
    lockInstance(workplace).release();
  });
});
