import { mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PortError } from '@symphony/domain';
import { makeRepository, type Repository } from '@symphony/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findWorkplace, furnish, workplaceAt } from '../../src/workplace.ts';

let repository: Repository;
let beside: string;
beforeAll(async () => {
  repository = await makeRepository({ name: 'my repo ü', files: { 'deep/file.txt': 'x' } });
  beside = join(repository.path, '..');
});
afterAll(() => repository.remove());

const failureOf = async (work: Promise<unknown>): Promise<PortError['failure']> => {
  const error = await work.catch((each: unknown) => each);
  expect(error).toBeInstanceOf(PortError);
  return (error as PortError).failure;
};

describe('C23 finding the workplace', () => {
  test('from the top, from a folder below, through a link, from a linked worktree: always the same', async () => {
    const linked = join(beside, 'linked');
    await repository.git('worktree', 'add', '--quiet', linked);
    await symlink(repository.path, join(beside, 'link'));
    const places = [repository.path, join(repository.path, 'deep'), linked, join(beside, 'link')];
    for (const place of places) expect(await findWorkplace(place)).toEqual(workplaceAt(repository.path));
    expect(workplaceAt(repository.path).root).toBe(repository.path);
  });

  test('everything it names lies below .symphony, and each repository has an instance of its own', async () => {
    const { root, instance, ...places } = workplaceAt(repository.path);
    for (const place of Object.values(places)) expect(place.startsWith(join(root, '.symphony'))).toBe(true);
    expect(instance).toMatch(/^[0-9a-f]{16}$/);
    expect(workplaceAt(beside).instance).not.toBe(instance);
  });

  test('a submodule is a workplace of its own', async () => {
    const outer = await makeRepository({ name: 'outer' });
    try {
      const add = [
        '-c',
        'protocol.file.allow=always',
        'submodule',
        '--quiet',
        'add',
        repository.path,
        'part',
      ];
      await outer.git(...add);
      expect((await findWorkplace(join(outer.path, 'part'))).root).toBe(join(outer.path, 'part'));
      expect((await findWorkplace(outer.path)).root).toBe(outer.path);
    } finally {
      await outer.remove();
    }
  });

  test('a bare repository and a plain folder are refused in words', async () => {
    const bare = join(beside, 'bare');
    await repository.git('clone', '--quiet', '--bare', repository.path, bare);
    expect(await failureOf(findWorkplace(bare))).toMatchObject({
      code: 'refused',
      nextStep: expect.any(String),
    });
    const plain = await realpath(await mkdtemp(join(tmpdir(), 'symphony-plain-')));
    expect(await failureOf(findWorkplace(plain))).toMatchObject({
      code: 'missing',
      message: `${plain} is not inside a git repository.`,
    });
    await rm(plain, { recursive: true });
  });

  test('a folder that is not there is told as that, not as a missing git', async () => {
    const failure = await failureOf(findWorkplace(join(beside, 'nowhere')));
    expect(failure.message).toContain('the folder');
    expect(failure.message).not.toContain('not installed');
  });
});

describe('furnishing', () => {
  test('makes what a conductor needs and may be repeated', async () => {
    const workplace = workplaceAt(repository.path);
    furnish(workplace);
    furnish(workplace);
    for (const folder of [
      workplace.log,
      workplace.board,
      workplace.run,
      workplace.sessions,
      workplace.bundles,
    ])
      expect((await stat(folder)).isDirectory()).toBe(true);
  });

  test('a file in the way is named, with what to do', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'symphony-plain-')));
    await writeFile(join(root, '.symphony'), 'mine');
    const refused = failureOf(
      (async () => {
        furnish(workplaceAt(root));
      })(),
    );
    expect(await refused).toEqual({
      code: 'disk',
      message: expect.stringMatching(
        /\.symphony.* cannot be written: a file stands where a folder is needed\.$/,
      ),
      nextStep: expect.stringContaining('Move the file'),
    });
    await rm(root, { recursive: true });
  });
});
