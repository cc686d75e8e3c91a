import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FindingView } from '@symphony/domain';
import { ManualClock, makeRepository, type Repository } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LoadRequest } from '../../src/config/index.ts';
import { rememberedFindings } from '../../src/workbench/settings/doctor.ts';
import { checkSettings, saveSettings, settingsView } from '../../src/workbench/settings/index.ts';

let repository: Repository;
let request: LoadRequest;
beforeEach(async () => {
  repository = await makeRepository();
  request = {
    root: repository.path,
    env: { KEY: 'the-value-of-the-secret' },
    defaults: { target: 'main' },
    agents: ['rehearsal'],
  };
  mkdirSync(join(repository.path, '.symphony', 'prompts'), { recursive: true });
});
afterEach(() => repository.remove());

const folder = () => join(repository.path, '.symphony');
const file = () => join(folder(), 'symphony.yaml');
const GOOD = '# mine\nmax_turns: 3\nplayers:\n  first:\n    agent: rehearsal\n';
const TOKEN = `ghp_${'a1'.repeat(18)}`;

describe('looking', () => {
  test('no file: empty, and the defaults are told', async () => {
    const view = await settingsView(request);
    expect(view).toMatchObject({ file: '.symphony/symphony.yaml', text: '', problems: [] });
    expect(view.rows).toContainEqual({ path: 'target', value: 'main', source: 'default' });
  });

  test('as written, with where each value comes from', async () => {
    writeFileSync(file(), GOOD);
    const view = await settingsView(request);
    expect(view.text).toBe(GOOD);
    expect(view.rows).toContainEqual({
      path: 'max_turns',
      value: '3',
      source: '.symphony/symphony.yaml:2',
    });
  });

  test('no secret is in it: not of a variable, not of the file, broken or not', async () => {
    const key = '-----BEGIN RSA PRIVATE KEY-----\n    MIIBsecretbody\n    -----END RSA PRIVATE KEY-----';
    writeFileSync(
      file(),
      `chamber:\n  env:\n    A: $KEY\n    B: ${TOKEN}\n    C: |\n    ${key}\nmax_turns: many\n`,
    );
    const view = await settingsView(request);
    const text = JSON.stringify(view);
    expect(view.text).toContain('A: $KEY');
    expect(view.problems.length).toBeGreaterThan(0);
    for (const secret of ['the-value-of-the-secret', TOKEN, 'MIIBsecretbody'])
      expect(text).not.toContain(secret);
  });
});

describe('checking a text as if it were the file', () => {
  test('problems with their lines, and nothing is written', async () => {
    const scratch = join(repository.path, 'scratch');
    mkdirSync(scratch);
    vi.stubEnv('TMPDIR', scratch);
    const problems = await checkSettings(request, 'max_turns: 0\nplayer: x\n');
    vi.unstubAllEnvs();
    expect(problems.map(({ severity, line }) => [severity, line])).toEqual([
      ['error', 1],
      ['error', 2],
    ]);
    expect(existsSync(file())).toBe(false);
    expect(readdirSync(scratch)).toEqual([]);
  });

  test('prompts are looked for in the repository', async () => {
    const text = 'prompts:\n  default: own.md\n';
    expect(await checkSettings(request, text)).toMatchObject([{ severity: 'error', line: 2 }]);
    writeFileSync(join(folder(), 'prompts', 'own.md'), 'Do {{ item.title }}.');
    expect(await checkSettings(request, text)).toEqual([]);
  });

  test('what is no YAML at all', async () => {
    expect((await checkSettings(request, '{{{'))[0]?.severity).toBe('error');
    expect(await checkSettings(request, '')).toEqual([]);
  });
});

describe('saving', () => {
  test('a new file, then over it, byte for byte', async () => {
    await saveSettings(request, GOOD, '');
    expect(readFileSync(file(), 'utf8')).toBe(GOOD);
    await saveSettings(request, `${GOOD}\n# Größe\n`, GOOD);
    expect(readFileSync(file(), 'utf8')).toBe(`${GOOD}\n# Größe\n`);
    expect(readdirSync(folder()).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test('what would be wrong is refused with every problem, and the file stays', async () => {
    writeFileSync(file(), GOOD);
    const error = await saveSettings(request, 'max_turns: 0\nplayer: x\n', GOOD).catch((each) => each);
    expect(error).toMatchObject({ name: 'RequestError', code: 'invalid' });
    expect(error.message).toMatch(/max_turns.*:1\).*player.*:2\)/);
    expect(readFileSync(file(), 'utf8')).toBe(GOOD);
  });

  test('a file that is not what was looked at any more is a conflict', async () => {
    writeFileSync(file(), '# somebody else\n');
    await expect(saveSettings(request, GOOD, '')).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(file(), 'utf8')).toBe('# somebody else\n');
  });

  test('of two at once one wins and the other is told', async () => {
    writeFileSync(file(), GOOD);
    const both = await Promise.allSettled([
      saveSettings(request, `${GOOD}# one\n`, GOOD),
      saveSettings(request, `${GOOD}# two\n`, GOOD),
    ]);
    const won = both.findIndex(({ status }) => status === 'fulfilled');
    expect(readFileSync(file(), 'utf8')).toBe(`${GOOD}# ${won === 0 ? 'one' : 'two'}\n`);
    expect(both[1 - won]).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
  });

  test('a secret that was hidden is never written over with its mask', async () => {
    const text = `chamber:\n  env:\n    B: ${TOKEN}\n`;
    writeFileSync(file(), text);
    const { text: seen } = await settingsView(request);
    await expect(saveSettings(request, `${seen}max_turns: 3\n`, seen)).rejects.toMatchObject({
      code: 'refused',
    });
    expect(readFileSync(file(), 'utf8')).toBe(text);
    await saveSettings(request, 'chamber:\n  env:\n    B: $KEY\n', seen);
    expect(readFileSync(file(), 'utf8')).toContain('$KEY');
  });

  test('a link stays a link', async () => {
    const real = join(repository.path, 'kept.yaml');
    writeFileSync(real, GOOD);
    symlinkSync(real, file());
    await saveSettings(request, `${GOOD}# more\n`, GOOD);
    expect(lstatSync(file()).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toContain('# more');
  });

  test('a folder in its place is told in words', async () => {
    mkdirSync(file());
    const error = await saveSettings(request, GOOD, '').catch((each) => each);
    expect(error).toMatchObject({ name: 'PortError', failure: { code: 'disk' } });
    expect(error.message).toMatch(/a folder stands where a file is needed/);
  });
});

describe('the doctor', () => {
  const FINDINGS: readonly FindingView[] = [{ name: 'git', status: 'ok', message: 'Fine.', fix: null }];

  test('looks once for all who ask at the same time, and again after ten seconds', async () => {
    const clock = new ManualClock();
    let looks = 0;
    const ask = rememberedFindings(async () => {
      looks += 1;
      await clock.sleep(100);
      return FINDINGS;
    }, clock);
    const asked = [ask(), ask(), ask()];
    await clock.advance(100);
    expect(await Promise.all(asked)).toEqual([FINDINGS, FINDINGS, FINDINGS]);
    await clock.advance(9_000);
    await ask();
    expect(looks).toBe(1);
    await clock.advance(1_000);
    const again = ask();
    await clock.advance(100);
    await again;
    expect(looks).toBe(2);
  });

  test('a failed look is not remembered', async () => {
    let looks = 0;
    const ask = rememberedFindings(async () => {
      looks += 1;
      if (looks === 1) throw new Error('broken');
      return FINDINGS;
    }, new ManualClock());
    await expect(ask()).rejects.toThrow('broken');
    expect(await ask()).toEqual(FINDINGS);
  });
});
