import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectRefusal, type Ground, onGround, writes } from './ground.ts';

/** A folder with the few programs a shell needs, and nothing of git. */
function pathWithoutGit(ground: Ground): NodeJS.ProcessEnv {
  const folder = join(ground.path, '..', 'programs');
  mkdirSync(folder);
  symlinkSync('/bin/sh', join(folder, 'sh'));
  return { PATH: `${dirname(process.execPath)}:${folder}` };
}

/** As git 2.30 answers: an older version, and no notion of options that came later. */
const OLD_GIT = `#!/bin/sh
case " $* " in
  *" --version "*) echo "git version 2.30.2"; exit 0 ;;
  *" worktree list "*" -z "*) echo "error: unknown switch \\\`z'" >&2; exit 129 ;;
esac
first=yes
for each in "$@"; do
  [ "$first" = yes ] && set --
  first=no
  if [ "$each" = "--path-format=absolute" ]; then echo "$each"; else set -- "$@" "$each"; fi
done
PATH="$REAL_PATH" exec git "$@"
`;

function pathWithOldGit(ground: Ground): NodeJS.ProcessEnv {
  ground.put('../old/git', OLD_GIT);
  const folder = join(ground.path, '..', 'old');
  chmodSync(join(folder, 'git'), 0o755);
  return { PATH: `${folder}:${process.env.PATH}`, REAL_PATH: process.env.PATH };
}

describe('C24 git', () => {
  test.concurrent('is missing: every command that needs it says so, and nothing is written', () =>
    onGround({}, async (ground) => {
      const env = pathWithoutGit(ground);
      const commands = [['run', '--rehearse', 'x'], ['board', 'add', 'x'], ['doctor'], ['init', '--yes']];
      for (const args of commands) {
        const refused = await ground.symphony(args, { env });
        expectRefusal(refused, 'git is not installed, or not on PATH.', /Install git 2\.38 or newer/);
      }
      expect(await ground.repository.git('status', '--porcelain')).toBe('');
    }));

  test.concurrent('is missing: the same sentence inside a linked worktree', () =>
    onGround({}, async (ground) => {
      const linked = join(ground.path, '..', 'linked');
      await ground.repository.git('worktree', 'add', '--quiet', linked);
      const env = pathWithoutGit(ground);
      const refused = await ground.symphony(['status'], { env, cwd: linked });
      expectRefusal(refused, 'git is not installed, or not on PATH.', /Install git/);
    }));

  test.concurrent('goes missing between two runs: the log and the work are there afterwards', () =>
    onGround({}, async (ground) => {
      ground.configure();
      ground.item('A', writes('a.txt'));
      expect((await ground.play()).code).toBe(0);
      const before = ground.log().entries;
      ground.item('B', writes('b.txt'));
      expectRefusal(await ground.play({ env: pathWithoutGit(ground) }), 'git is not installed', /Install/);
      expect(ground.log().entries).toEqual(before);
      expect((await ground.play()).code).toBe(0);
      expect(await ground.merged()).toEqual(['A', 'B']);
    }));

  test.concurrent('is too old: `doctor` says so and `run` refuses before anything is played', () =>
    onGround({}, async (ground) => {
      ground.item('A', writes('a.txt'));
      const env = pathWithOldGit(ground);
      const doctor = await ground.symphony(['doctor'], { env });
      expect(doctor.code).toBe(1);
      expect(doctor.out).toContain('git version 2.30.2 is too old; 2.38 or newer is needed.');
      expect(doctor.out).toContain('Install git 2.38 or newer.');
      expectRefusal(await ground.play({ env }), 'git version 2.30.2 is too old', /Install git 2\.38/);
      expect(await ground.merged()).toEqual([]);
      expect((await ground.play()).code).toBe(0);
    }));
});
