import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ExamineRequest, examine, type Finding } from '../../src/doctor/index.ts';

async function temporary(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'sd-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function put(root: string, path: string, text = ''): Promise<string> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
  return join(root, path);
}

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' });

let template = '';

beforeAll(async () => {
  template = await realpath(await mkdtemp(join(tmpdir(), 'sd-')));
  git(template, 'init', '-q', '-b', 'main');
  git(template, 'config', 'user.name', 'Tester');
  git(template, 'config', 'user.email', 'tester@example.com');
  await put(template, 'a.txt', 'one\n');
  git(template, 'add', '.');
  git(template, 'commit', '-q', '-m', 'Start');
});

afterAll(() => rm(template, { recursive: true, force: true }));

async function repository(): Promise<string> {
  const root = await temporary();
  await cp(template, root, { recursive: true, preserveTimestamps: true });
  return root;
}

const REHEARSAL = { name: 'rehearsal' };

const look = (root: string, more: Partial<ExamineRequest> = {}): Promise<Finding[]> =>
  examine({ root, env: {}, agents: [REHEARSAL], socketPath: join(root, '.symphony/run/s'), ...more });

const bad = (findings: readonly Finding[]): Finding[] => findings.filter(({ status }) => status !== 'ok');

/** Whatever is wrong names a next step, in one sentence. */
async function expectOne(
  findings: Promise<Finding[]>,
  expected: { name: string; status: Finding['status']; message: RegExp; fix: RegExp },
): Promise<void> {
  const found = bad(await findings);
  expect(found.map(({ name, status }) => ({ name, status }))).toEqual([
    { name: expected.name, status: expected.status },
  ]);
  expect(found[0]?.message).toMatch(expected.message);
  expect(found[0]?.fix).toMatch(expected.fix);
}

describe('C24 a healthy repository', () => {
  test('has nothing to mend, and looking changes nothing', async () => {
    const root = await repository();
    const findings = await look(root);
    expect(bad(findings)).toEqual([]);
    expect(findings.map(({ name }) => name)).toEqual([
      'node',
      'git',
      'repository',
      'commits',
      'target',
      'identity',
      'checkout',
      'leftovers',
      'config',
      'prompts',
      'board',
      'player rehearsal',
      'log',
      'writable',
      'disk',
      'socket',
      'runtime',
      'http',
      'webhooks',
      'ports',
    ]);
    expect(await readdir(root)).toEqual(['.git', 'a.txt']);
    expect(git(root, 'status', '--porcelain')).toBe('');
  });

  test('is fine with a configuration, a board and a chamber too', async () => {
    const root = await repository();
    await put(root, '.symphony/symphony.yaml', 'verify: npm test\n');
    await put(root, '.symphony/board/S-1.md', '---\ntitle: One\nstate: Todo\n---\n');
    git(root, 'worktree', 'add', '-q', '-b', 'symphony/x', '.symphony/chambers/x');
    const findings = await look(root);
    expect(bad(findings)).toEqual([]);
    expect(findings.find(({ name }) => name === 'board')?.message).toBe('The board has 1 item.');
  });
});

describe('C24 git', () => {
  /** Another git first on the path, for the time of one test. */
  async function withPath(script: string | null, act: () => Promise<void>): Promise<void> {
    const before = process.env.PATH;
    const folder = await temporary();
    if (script !== null) await chmod(await put(folder, 'git', `#!/bin/sh\n${script}\n`), 0o755);
    process.env.PATH = folder;
    try {
      await act();
    } finally {
      process.env.PATH = before;
    }
  }

  test('missing', async () => {
    const root = await repository();
    await withPath(null, () =>
      expectOne(look(root), {
        name: 'git',
        status: 'problem',
        message: /not installed/,
        fix: /Install git 2\.38/,
      }),
    );
  });
  for (const version of ['2.37.9', '1.99.0']) {
    test(`too old: ${version}`, async () => {
      const root = await repository();
      await withPath(`echo git version ${version}`, () =>
        expectOne(look(root), {
          name: 'git',
          status: 'problem',
          message: /too old; 2\.38/,
          fix: /Install git 2\.38/,
        }),
      );
    });
  }
  test('no repository', async () => {
    await expectOne(look(await temporary()), {
      name: 'repository',
      status: 'problem',
      message: /not inside a git/,
      fix: /git init/,
    });
  });
  test('a bare repository', async () => {
    const root = await temporary();
    git(root, 'init', '-q', '--bare');
    await expectOne(look(root), {
      name: 'repository',
      status: 'problem',
      message: /no working tree/,
      fix: /Clone it/,
    });
  });
  test('no commit', async () => {
    const root = await temporary();
    git(root, 'init', '-q', '-b', 'main');
    git(root, 'config', 'user.email', 'tester@example.com');
    await expectOne(look(root), {
      name: 'commits',
      status: 'problem',
      message: /no commit yet/,
      fix: /git commit/,
    });
  });
  test('no target', async () => {
    const root = await repository();
    await put(root, '.symphony/symphony.yaml', 'target: release\n');
    await expectOne(look(root), {
      name: 'target',
      status: 'problem',
      message: /no branch `release`/,
      fix: /git branch release/,
    });
  });
  test('a target only the remote has', async () => {
    const root = await repository();
    git(root, 'update-ref', 'refs/remotes/origin/release', 'HEAD');
    await put(root, '.symphony/symphony.yaml', 'target: release\n');
    await expectOne(look(root), {
      name: 'target',
      status: 'problem',
      message: /no branch/,
      fix: /git branch release origin\/release/,
    });
  });
  test('nobody to commit as', async () => {
    const root = await repository();
    git(root, 'config', 'user.email', '');
    await expectOne(look(root), {
      name: 'identity',
      status: 'warning',
      message: /no name to commit under/,
      fix: /user\.email/,
    });
  });
});

describe('C24 the main checkout', () => {
  test('detached', async () => {
    const root = await repository();
    git(root, 'checkout', '-q', '--detach');
    await expectOne(look(root), {
      name: 'checkout',
      status: 'warning',
      message: /detached/,
      fix: /git switch main/,
    });
  });
  test('changed, on the target', async () => {
    const root = await repository();
    await put(root, 'a.txt', 'two\n');
    await expectOne(look(root), {
      name: 'checkout',
      status: 'warning',
      message: /^1 file .* is changed/,
      fix: /Commit or stash/,
    });
  });
  test('changed, elsewhere: only said', async () => {
    const root = await repository();
    await put(root, '.symphony/symphony.yaml', 'target: main\n');
    git(root, 'switch', '-q', '-c', 'mine');
    await put(root, 'a.txt', 'two\n');
    const findings = await look(root);
    expect(bad(findings)).toEqual([]);
    expect(findings.find(({ name }) => name === 'checkout')?.message).toMatch(
      /on `mine`, with 1 changed file/,
    );
  });
  test('a merge under way', async () => {
    const root = await repository();
    git(root, 'switch', '-q', '-c', 'other');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'Other');
    git(root, 'switch', '-q', 'main');
    git(root, 'merge', '-q', '--no-ff', '--no-commit', 'other');
    await expectOne(look(root), {
      name: 'checkout',
      status: 'warning',
      message: /merge is under way/,
      fix: /git merge --abort/,
    });
  });
});

describe('C24 what was left behind', () => {
  const hoursAgo = new Date(Date.now() - 3_600_000);
  test('a lock, but not a fresh one', async () => {
    const root = await repository();
    const lock = await put(root, '.git/index.lock');
    expect(bad(await look(root))).toEqual([]);
    await utimes(lock, hoursAgo, hoursAgo);
    await expectOne(look(root), {
      name: 'leftovers',
      status: 'warning',
      message: /^\.git\/index\.lock was left/,
      fix: /rm \.git\/index\.lock/,
    });
  });
  test('a lock of a branch', async () => {
    const root = await repository();
    await utimes(await put(root, '.git/refs/heads/symphony/x.lock'), hoursAgo, hoursAgo);
    await expectOne(look(root), {
      name: 'leftovers',
      status: 'warning',
      message: /symphony\/x\.lock/,
      fix: /rm /,
    });
  });
  test('a worktree that is gone', async () => {
    const root = await repository();
    git(root, 'worktree', 'add', '-q', '-b', 'x', '.symphony/chambers/x');
    await rm(join(root, '.symphony/chambers/x'), { recursive: true });
    await expectOne(look(root), {
      name: 'leftovers',
      status: 'warning',
      message: /registered and not there/,
      fix: /git worktree prune/,
    });
  });
  test('a folder that is no worktree', async () => {
    const root = await repository();
    await mkdir(join(root, '.symphony/chambers/odd'), { recursive: true });
    await expectOne(look(root), {
      name: 'leftovers',
      status: 'warning',
      message: /^\.symphony\/chambers\/odd is no worktree/,
      fix: /rm -r/,
    });
  });
});

describe('C24 the project', () => {
  test('a wrong configuration, every problem of it', async () => {
    const root = await repository();
    await put(root, '.symphony/symphony.yaml', 'max_turn: 1\nslots: {total: 0}\n');
    const found = bad(await look(root));
    expect(found.map(({ name, status }) => [name, status])).toEqual([
      ['config', 'problem'],
      ['config', 'problem'],
    ]);
    expect(found[0]?.message).toMatch(/did you mean `max_turns`\?.*yaml:1/);
    expect(found[0]?.fix).toMatch(/symphony config validate/);
  });
  test('a doubtful configuration', async () => {
    const root = await repository();
    await put(root, '.symphony/symphony.yaml', 'tracker: {merged_state: Shipped}\n');
    await expectOne(look(root), {
      name: 'config',
      status: 'warning',
      message: /merged_state/,
      fix: /config validate/,
    });
  });
  test('a variable that is not set, by name only', async () => {
    const root = await repository();
    await put(root, '.symphony/symphony.yaml', 'chamber: {env: {A: $NOT_SET_HERE}}\n');
    await expectOne(look(root), { name: 'config', status: 'problem', message: /\$NOT_SET_HERE/, fix: /./ });
    expect(bad(await look(root, { env: { NOT_SET_HERE: 'x' } }))).toEqual([]);
  });
  test('a prompt that cannot be rendered', async () => {
    const root = await repository();
    await put(root, '.symphony/prompts/default.md', 'x\n{{ itme }}\n');
    await expectOne(look(root), {
      name: 'prompts',
      status: 'problem',
      message: /`itme` \(\.symphony\/prompts\/default\.md:2\)/,
      fix: /Correct \.symphony\/prompts\/default\.md/,
    });
  });
  test('an item that cannot be read', async () => {
    const root = await repository();
    await put(root, '.symphony/board/S-1.md', '---\ntitle: [\n---\n');
    await expectOne(look(root), { name: 'board', status: 'warning', message: /^S-1\.md/, fix: /S-1\.md/ });
  });
  test('a board that is no folder', async () => {
    const root = await repository();
    await put(root, '.symphony/board', 'x');
    await expectOne(look(root), { name: 'board', status: 'problem', message: /./, fix: /./ });
  });
  test('an agent nobody knows', async () => {
    const root = await repository();
    await put(root, '.symphony/symphony.yaml', 'players: {a: {agent: rehersal}}\n');
    await expectOne(look(root), {
      name: 'config',
      status: 'problem',
      message: /did you mean `rehearsal`/,
      fix: /./,
    });
  });
});

describe('C24 the machine', () => {
  async function listening(where: ListenOptions): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(where, () => resolve()));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  test('an old Node', async () => {
    await expectOne(look(await repository(), { nodeVersion: '22.3.0' }), {
      name: 'node',
      status: 'problem',
      message: /22\.3\.0 is too old; 24/,
      fix: /Install Node 24/,
    });
  });
  test('a .symphony that is a file', async () => {
    const root = await repository();
    await put(root, '.symphony', 'x');
    const socketPath = join(await temporary(), 's');
    await expectOne(look(root, { socketPath }), {
      name: 'writable',
      status: 'problem',
      message: /cannot be written: a file stands where a folder is needed/,
      fix: /Move the file/,
    });
  });
  test('a full disk', async () => {
    await expectOne(look(await repository(), { leastFreeBytes: Number.MAX_SAFE_INTEGER }), {
      name: 'disk',
      status: 'warning',
      message: /^Only .* GB are free/,
      fix: /Free some/,
    });
  });
  test('a socket path that is too long', async () => {
    const root = await repository();
    await expectOne(look(root, { socketPath: join(root, 'x'.repeat(120)) }), {
      name: 'socket',
      status: 'problem',
      message: /bytes long/,
      fix: /shorter path/,
    });
  });
  test('a place where no socket can be', async () => {
    await expectOne(look(await repository(), { socketPath: '/proc/self/s' }), {
      name: 'socket',
      status: 'problem',
      message: /No socket can be opened in \/proc\/self/,
      fix: /TMPDIR/,
    });
  });
  test('a socket nobody listens on, and one that answers', async () => {
    const root = await repository();
    const socketPath = await put(root, '.git/s');
    await expectOne(look(root, { socketPath }), {
      name: 'socket',
      status: 'warning',
      message: /no longer answers/,
      fix: /Start Symphony again/,
    });
    await rm(socketPath);
    await listening({ path: socketPath });
    const findings = await look(root, { socketPath });
    expect(bad(findings)).toEqual([]);
    expect(findings.find(({ name }) => name === 'socket')?.message).toBe(
      'A conductor is running and answers.',
    );
  });
  test('a port that is taken', async () => {
    const port = await listening({ host: '127.0.0.1', port: 0 });
    await expectOne(look(await repository(), { ports: [port] }), {
      name: 'ports',
      status: 'warning',
      message: /is taken/,
      fix: /--port/,
    });
  });
});
