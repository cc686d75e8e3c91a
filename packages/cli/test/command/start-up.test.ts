import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { HEAVY, loadedBy } from './loaded.ts';
import { makeRepository, OLDER_NODE, symphony } from './symphony.ts';

describe('start-up', () => {
  test('`version` loads neither server nor schemas', () => {
    const loaded = loadedBy(['version']);
    expect(loaded.length).toBeGreaterThan(10);
    expect(loaded.filter((line) => HEAVY.test(line))).toEqual([]);
  });

  test('the check itself sees what it should', () => {
    const repository = makeRepository();
    try {
      expect(loadedBy(['config', 'show'], repository.path).some((line) => HEAVY.test(line))).toBe(true);
    } finally {
      repository.remove();
    }
  });
});

describe.skipIf(OLDER_NODE === undefined)('the launcher on an older Node (needs one on this machine)', () => {
  test('starts the newer one and passes on output and code', () => {
    const { code, out } = symphony(['version', '--json'], { node: OLDER_NODE ?? '' });
    expect(code).toBe(0);
    expect(Number(JSON.parse(out).node.split('.')[0])).toBeGreaterThanOrEqual(24);
    expect(symphony(['nope'], { node: OLDER_NODE ?? '' }).code).toBe(2);
  });
});

describe('C10 interrupts', () => {
  const module = fileURLToPath(new URL('../../src/interrupts.ts', import.meta.url));
  const count = (body: string): string => {
    const script = `const { onInterrupts, FORWARDED } = await import(${JSON.stringify(module)});
      onInterrupts((count) => process.stdout.write(count + ' '));
      const tell = () => process.emit(FORWARDED, 'SIGTERM');
      const signal = async (name) => { process.kill(process.pid, name); await new Promise((resolve) => setTimeout(resolve, 30)); };
      ${body}`;
    return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    }).stdout.trim();
  };

  test.each([
    ['a signal to this process alone', "await signal('SIGTERM');", '1'],
    ['a signal to the launcher alone', 'tell();', '1'],
    ['a signal to the whole group counts once', "await signal('SIGINT'); tell();", '1'],
    ['Ctrl-C twice counts twice', "tell(); await signal('SIGINT'); await signal('SIGINT'); tell();", '1 2'],
    ['Ctrl-C, then a signal to the launcher alone', "await signal('SIGINT'); tell(); tell();", '1 2'],
  ])('%s', (_name, body, counts) => {
    expect(count(body)).toBe(counts);
  });
});
