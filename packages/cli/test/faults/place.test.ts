import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectRefusal, onGround, writes } from './ground.ts';

describe('C23 where the repository is', () => {
  const names = {
    'with blanks and quotes': `my "own" repo's $HOME`,
    'in other scripts': 'Größe 日本語 🎻',
    'longer than a socket path may be': `${'deep'.repeat(30)} ü`,
  };
  test.concurrent.each(Object.entries(names))(
    '%s: run, status over the socket, kill and stop work',
    (_, name) =>
      onGround({ name }, async (ground) => {
        ground.configure();
        ground.item('A', writes('a.txt'));
        ground.item('B', [{ say: 'I wait' }, { sleep: '60s' }]);
        const playing = ground.start(['run', '--rehearse']);
        await playing.saw('merged into main');
        await ground.heard('B');
        const status = await ground.symphony(['status']);
        expect(status.out).toContain(`conductor pid ${playing.child.pid}`);
        expect((await ground.symphony(['kill', 'B'])).out).toMatch(/^B is stopped/);
        expect((await ground.symphony(['stop'])).code).toBe(0);
        expect((await playing.ended).code).toBe(0);
        expect(await ground.merged()).toEqual(['A']);
        expect(await ground.processes()).toEqual([]);
      }),
  );

  test.concurrent('a linked worktree: the main one is worked on, nothing is written beside the linked files', () =>
    onGround({}, async (ground) => {
      const linked = join(ground.path, '..', 'linked');
      await ground.repository.git('worktree', 'add', '--quiet', '-b', 'side', linked);
      const { code } = await ground.symphony(['run', '--rehearse', 'Say hello'], { cwd: linked });
      expect(code).toBe(0);
      expect(existsSync(join(linked, '.symphony'))).toBe(false);
      expect(await ground.merged()).toEqual(['S-1']);
      expect(await ground.repository.at(linked).git('status', '--porcelain')).toBe('');
      expect((await ground.symphony(['status'], { cwd: linked })).out).toMatch(/S-1 +merged/);
    }));

  test.concurrent('a submodule is a repository of its own; one that has submodules gets them in its chambers', () =>
    onGround({ name: 'outer' }, (outer) =>
      onGround({ name: 'inner', files: { 'inner.txt': 'inside\n' } }, async (inner) => {
        // Git refuses local paths as submodules unless told otherwise.
        const allow = {
          GIT_CONFIG_COUNT: '1',
          GIT_CONFIG_KEY_0: 'protocol.file.allow',
          GIT_CONFIG_VALUE_0: 'always',
        };
        const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'part'];
        await outer.repository.git(...add);
        await outer.repository.git('commit', '--quiet', '--message', 'Take the part in');
        const part = join(outer.path, 'part');
        await outer.repository.at(part).git('config', 'user.email', 'player@example.test');
        await outer.repository.at(part).git('config', 'user.name', 'Test Player');
        const inside = await outer.symphony(['run', '--rehearse', 'Say hello'], { cwd: part, env: allow });
        expect(inside.code).toBe(0);
        expect(existsSync(join(part, '.symphony', 'log'))).toBe(true);
        expect(existsSync(join(outer.path, '.symphony'))).toBe(false);

        await outer.repository.git('submodule', '--quiet', 'update', '--force');
        outer.configure();
        outer.item('A', [{ run: 'cat part/inner.txt > copied.txt' }, { commit: 'Copy it' }]);
        expect((await outer.play({ env: allow })).code).toBe(0);
        expect(await outer.merged()).toEqual(['A']);
        expect(await outer.repository.read('copied.txt', 'main')).toBe('inside');
      }),
    ));

  const commands = [['run', '--rehearse', 'x'], ['status'], ['board', 'add', 'x'], ['stop']];
  test.concurrent('a bare repository: refused in words by every command, and nothing is written', () =>
    onGround({}, async (ground) => {
      const bare = join(ground.path, '..', 'bare');
      await ground.repository.git('clone', '--quiet', '--bare', ground.path, bare);
      for (const args of commands)
        expectRefusal(
          await ground.symphony(args, { cwd: bare }),
          `${bare} is a bare repository`,
          /clone of it/,
        );
      expect(existsSync(join(bare, '.symphony'))).toBe(false);
    }));

  test.concurrent('no repository at all: refused in words by every command, and nothing is written', () =>
    onGround({}, async (ground) => {
      const folder = join(ground.path, '..', 'plain');
      mkdirSync(folder);
      for (const args of commands)
        expectRefusal(
          await ground.symphony(args, { cwd: folder }),
          /is not in(side)? a git repository\./,
          /git init/,
        );
      expect(existsSync(join(folder, '.symphony'))).toBe(false);
    }));
});
