import { existsSync } from 'node:fs';
import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRepository, type Repository } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Hall, openHall } from './hall.ts';

describe('submodules', () => {
  let library: Repository;
  let hall: Hall;
  beforeEach(async () => {
    library = await makeRepository({ name: 'library', files: { 'lib.txt': 'lib\n' } });
    hall = await openHall();
    await hall.repository.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      library.path,
      'vendor/lib',
    );
    await hall.repository.commit({}, 'A submodule');
  });
  afterEach(() => library.remove());

  test('M1 are brought into the chamber when the repository allows them', async () => {
    await hall.repository.git('config', 'protocol.file.allow', 'always');
    const chamber = await hall.prepare('A');
    expect(await hall.in(chamber).read('vendor/lib/lib.txt')).toBe('lib\n');
    expect((await hall.chambers.inspect(chamber)).dirty).toEqual([]);
    expect(await hall.chambers.remove(chamber, { target: 'main', force: false })).toEqual({
      kind: 'removed',
      bundle: null,
    });
  });

  test('M1 one that cannot be had is named, and the chamber taken back', async () => {
    await expect(hall.prepare('A')).rejects.toMatchObject({
      failure: {
        code: 'unavailable',
        message: expect.stringMatching(/The submodule vendor\/lib could not be brought/),
      },
    });
    expect(await hall.chambers.list()).toEqual([]);
  });

  test('M2 work inside one keeps the chamber', async () => {
    await hall.repository.git('config', 'protocol.file.allow', 'always');
    const chamber = await hall.prepare('A');
    const inside = hall.repository.at(join(chamber.path, 'vendor', 'lib'));
    await inside.git('config', 'user.name', 'Test Player');
    await inside.git('config', 'user.email', 'player@example.test');
    await inside.commit({ 'mine.txt': 'm' }, 'Mine');
    await hall.in(chamber).commit({}, 'Use mine');
    await hall.repository.git('merge', '--quiet', chamber.branch);
    expect(await hall.chambers.remove(chamber, { target: 'main', force: true })).toEqual({
      kind: 'kept',
      reason: 'the submodule vendor/lib holds work that is nowhere else',
    });
  });
});

test('what a repository within the chamber has in its settings is never run here', async () => {
  const hall = await openHall();
  const chamber = await hall.prepare('A');
  const ran = join(hall.repository.path, '..', 'ran');
  await mkdir(join(chamber.path, 'nested'));
  const nested = hall.repository.at(join(chamber.path, 'nested'));
  await nested.git('init', '--quiet');
  await nested.git('config', 'user.name', 'Test Player');
  await nested.git('config', 'user.email', 'player@example.test');
  await nested.commit({ '.gitattributes': '* filter=mine\n', 'x.txt': 'one\n' }, 'Inside');
  await hall.in(chamber).commit({ 'mine.txt': 'm' }, 'With a repository inside');
  await nested.git('config', 'filter.mine.clean', `sh -c 'touch "${ran}"; cat'`);
  // The same size, and a time git has not seen: it must look inside to know.
  await nested.write({ 'x.txt': 'two\n' });
  await utimes(join(chamber.path, 'nested', 'x.txt'), 1, 1);
  await hall.chambers.inspect(chamber);
  await hall.chambers.remove(chamber, { target: 'main', force: true });
  await hall.chambers.remove(chamber, { target: 'main', force: false });
  expect(existsSync(ran)).toBe(false);
});
