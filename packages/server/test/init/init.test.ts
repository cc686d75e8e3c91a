import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openBoard } from '@symphony/adapters/tracker/board';
import { failureOf } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { columnsOf, loadConfig } from '../../src/config/index.ts';
import { ensureFolders, guess, type InitAnswers, initProject } from '../../src/init/index.ts';
import { openPrompts } from '../../src/prompts/index.ts';
import { found, missing } from '../doctor/program-agent.ts';

const seed = Number(process.env.SYMPHONY_SEED ?? Date.now() % 1_000_000);

async function folderWith(files: Record<string, string> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'symphony-init-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    cwd,
    encoding: 'utf8',
  });

const ANSWERS: InitAnswers = {
  target: 'main',
  verify: ['npm test'],
  links: [],
  handoff: 'auto',
  slots: 4,
  player: 'rehearsal',
  found: [],
  welcome: false,
};

const load = (root: string) =>
  loadConfig({
    root,
    env: {},
    defaults: { target: 'other' },
    agents: ['rehearsal', 'claude', 'codex', 'opencode', 'gemini'],
  });

describe('C21 init writes a configuration that holds', () => {
  test('whatever the answers are', async () => {
    const answers = fc.record({
      target: fc.constantFrom('main', 'release/1.0', '1.0', 'yes', 'null', '007'),
      verify: fc.array(fc.stringMatching(/^[a-z][a-z0-9 &|"'#:{}[\]%@$-]{0,20}[a-z]$/), { maxLength: 4 }),
      links: fc.uniqueArray(fc.constantFrom('node_modules', '.venv', 'a: b', '# x'), { maxLength: 3 }),
      handoff: fc.constantFrom('auto' as const, 'review' as const),
      slots: fc.integer({ min: 1, max: 64 }),
      player: fc.constantFrom('rehearsal', 'claude', 'gemini'),
      found: fc.subarray([found('claude'), missing('codex'), found('gemini', { login: 'unknown' })]),
      welcome: fc.constant(false),
    });
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        const root = await folderWith();
        await initProject({ root, answers: given });
        const result = await load(root);
        if (!result.ok) throw new Error(result.problems.map((each) => each.message).join('\n'));
        expect(result.settings).toMatchObject({
          target: given.target,
          verify: given.verify,
          handoff: { mode: given.handoff },
          slots: { total: given.slots },
          defaultPlayer: given.player,
        });
        expect(Object.entries(result.settings.players)).toEqual([
          [given.player, expect.objectContaining({ agent: given.player })],
        ]);
        expect(result.chamber.links).toEqual(given.links);
        expect(result.warnings).toEqual([]);
        expect(await openPrompts({ root, config: () => result.config }).check()).toEqual([]);
      }),
      { numRuns: 40, seed },
    );
  });

  test('what is commented out can be switched on as it stands', async () => {
    const root = await folderWith();
    const all = [found('gemini'), missing('opencode'), found('codex'), found('claude')];
    await initProject({ root, answers: { ...ANSWERS, verify: [], player: 'codex', found: all } });
    const file = join(root, '.symphony/symphony.yaml');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^# (verify:| .*)$/gm, '$1'));
    const result = await load(root);
    if (!result.ok) throw new Error(result.problems.map((each) => each.message).join('\n'));
    expect(result.settings.verify).toEqual(['make test']);
    expect(Object.keys(result.settings.players)).toEqual(['codex', 'claude', 'gemini']);
    expect(result.settings.defaultPlayer).toBe('codex');
  });

  test('with a welcome item the board is readable and has one item to play', async () => {
    const root = await folderWith();
    const { written } = await initProject({ root, answers: { ...ANSWERS, welcome: true } });
    expect(written).toEqual([
      '.symphony/symphony.yaml',
      '.symphony/prompts/default.md',
      '.symphony/.gitignore',
      '.symphony/board/S-1.md',
    ]);
    const result = await load(root);
    const board = openBoard({ folder: join(root, '.symphony/board'), states: columnsOf(result.config) });
    const read = await board.fetchByStates(result.config.tracker.active_states);
    expect(read.problems).toEqual([]);
    expect(read.items.map((item) => item.state)).toEqual(['Todo']);
    await initProject({ root, answers: { ...ANSWERS, welcome: true } });
    expect((await board.list()).items).toHaveLength(1);
  });
});

describe('init never takes anything away', () => {
  const OWN = { '.symphony/symphony.yaml': 'max_turns: 1\n', '.symphony/.gitignore': 'mine\n' };

  test('what is there is kept', async () => {
    const root = await folderWith(OWN);
    const result = await initProject({ root, answers: ANSWERS });
    expect(result).toEqual({
      written: ['.symphony/prompts/default.md'],
      kept: ['.symphony/symphony.yaml', '.symphony/.gitignore'],
      movedAside: [],
    });
    for (const [path, text] of Object.entries(OWN))
      expect(await readFile(join(root, path), 'utf8')).toBe(text);
  });

  test('with force it is kept under another name, each time', async () => {
    const root = await folderWith(OWN);
    await initProject({ root, answers: ANSWERS, force: true });
    const again = await initProject({ root, answers: ANSWERS, force: true });
    expect(again.movedAside).toContainEqual({
      path: '.symphony/symphony.yaml',
      now: '.symphony/symphony.yaml.old-2',
    });
    expect(await readFile(join(root, '.symphony/symphony.yaml.old'), 'utf8')).toBe('max_turns: 1\n');
    expect((await load(root)).ok).toBe(true);
  });

  test('a folder that cannot be written is one plain failure', async () => {
    const root = await folderWith({ '.symphony': 'a file' });
    const failure = await initProject({ root, answers: ANSWERS }).then(
      () => null,
      (error: unknown) => failureOf(error),
    );
    expect(failure).toMatchObject({
      code: 'disk',
      message: expect.stringContaining('a file stands where a folder is needed'),
    });
  });
});

test('C23 without configuration only the ignore file is written, and it keeps what Symphony makes out of git', async () => {
  const root = await folderWith();
  git(root, 'init', '-q', '-b', 'main');
  await ensureFolders(root);
  await ensureFolders(root);
  expect(await readdir(join(root, '.symphony'))).toEqual(['.gitignore']);
  for (const name of ['chambers', 'run', 'log', 'bundles', 'sessions', 'board']) {
    await mkdir(join(root, '.symphony', name));
    await writeFile(join(root, '.symphony', name, 'x'), '');
  }
  const shown = git(root, 'status', '--porcelain', '-uall').trim().split('\n');
  expect(shown).toEqual(['?? .symphony/.gitignore', '?? .symphony/board/x']);
});

describe('guesses', () => {
  const packageJson = (scripts: object) => JSON.stringify({ scripts });
  const cases: [string, Record<string, string>, string[]][] = [
    ['nothing to go by', { 'README.md': '' }, []],
    [
      'npm',
      { 'package.json': packageJson({ test: 'vitest', lint: 'biome', build: 'x' }) },
      ['npm run lint', 'npm test'],
    ],
    ['pnpm', { 'package.json': packageJson({ test: 'x' }), 'pnpm-lock.yaml': '' }, ['pnpm test']],
    ['yarn', { 'package.json': packageJson({ typecheck: 'x' }), 'yarn.lock': '' }, ['yarn run typecheck']],
    ['bun', { 'package.json': packageJson({ test: 'x' }), 'bun.lock': '' }, ['bun run test']],
    [
      'the test npm init writes',
      { 'package.json': packageJson({ test: 'echo "Error: no test specified" && exit 1' }) },
      [],
    ],
    ['a broken package.json', { 'package.json': '{' }, []],
    ['a package.json that is no object', { 'package.json': 'null' }, []],
    [
      'make check before make test',
      { Makefile: 'all:\n\ntest: all\n\ttrue\ncheck:\n\ttrue\n' },
      ['make check'],
    ],
    ['a make variable is no target', { Makefile: 'test := 1\n' }, []],
    ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, ['python -m pytest']],
    ['pytest with uv', { 'pyproject.toml': 'dependencies = ["pytest"]', 'uv.lock': '' }, ['uv run pytest']],
    ['cargo', { 'Cargo.toml': '' }, ['cargo test']],
    ['go', { 'go.mod': '' }, ['go test ./...']],
    [
      'two languages, the Makefile left out',
      { 'go.mod': '', 'package.json': packageJson({ test: 'x' }), Makefile: 'test:\n' },
      ['npm test', 'go test ./...'],
    ],
  ];
  for (const [name, files, verify] of cases) {
    test(name, async () => {
      expect((await guess(await folderWith(files))).verify).toEqual(verify);
    });
  }

  test('the target is the branch of the checkout, also before its first commit', async () => {
    const root = await folderWith();
    git(root, 'init', '-q', '-b', 'trunk');
    expect((await guess(root)).target).toBe('trunk');
  });

  test('with a detached head it is main or master', async () => {
    const root = await folderWith({ a: '' });
    git(root, 'init', '-q', '-b', 'master');
    git(root, 'add', '.');
    git(root, 'commit', '-q', '-m', 'x');
    git(root, 'checkout', '-q', '--detach');
    expect((await guess(root)).target).toBe('master');
  });

  test('or what the remote calls its head, when there is such a branch', async () => {
    const root = await folderWith({ a: '' });
    git(root, 'init', '-q', '-b', 'main');
    git(root, 'add', '.');
    git(root, 'commit', '-q', '-m', 'x');
    git(root, 'branch', 'develop');
    git(root, 'update-ref', 'refs/remotes/origin/develop', 'HEAD');
    git(root, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/develop');
    git(root, 'checkout', '-q', '--detach');
    expect((await guess(root)).target).toBe('develop');
  });

  test('outside git it is main', async () => {
    expect((await guess(await folderWith())).target).toBe('main');
  });

  test('an ignored node_modules is linked, a tracked one is not', async () => {
    const root = await folderWith({ '.gitignore': 'node_modules/\n', 'node_modules/a': '', '.venv/a': '' });
    git(root, 'init', '-q', '-b', 'main');
    expect((await guess(root)).links).toEqual(['node_modules']);
  });
});
