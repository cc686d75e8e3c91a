import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ground, onGround } from './ground.ts';

const PLANTED = {
  GITHUB_TOKEN: 'ghp_plantedtokenplantedtoken1',
  ANTHROPIC_API_KEY: 'sk-ant-planted-0123456789',
  AWS_SECRET_ACCESS_KEY: 'planted/aws/secret',
  DATABASE_PASSWORD: 'planted password', // 16 characters, by which it is known again below
};

/** Every file below the repository, git's own and Symphony's included, that holds a planted value. */
const filesWith = (ground: Ground, value: string): string[] =>
  readdirSync(ground.path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => readFileSync(path).includes(value));

describe('C21 svc-S8 secrets in the conductor’s environment', () => {
  test.concurrent('reach neither agents nor checks nor hooks, and appear in no file and no output', () =>
    onGround({}, async (ground) => {
      const env = PLANTED;
      ground.configure({
        verify: ['env | sort | grep -v "^_="'],
        chamber: { hooks: { before_run: 'env > ../../../../hook-env.txt' } },
      });
      ground.item('A', [{ run: 'env > out.txt' }, { commit: 'Show the environment' }]);
      ground.item('B', [{ run: 'env; exit 3' }]);
      const played = await ground.play({ env });
      expect(played.code).toBe(1); // B fails, and its output is told
      expect(await ground.merged()).toEqual(['A']);
      const seen = await ground.repository.read('out.txt', 'main');
      expect(seen).toMatch(/^PATH=/m);
      expect(seen).toMatch(/^HOME=/m);
      expect(readFileSync(join(ground.path, '..', 'hook-env.txt'), 'utf8')).not.toContain('planted');
      expect(JSON.stringify(ground.log().of('evidence-recorded'))).toContain('PATH=');
      const outputs = [played];
      for (const args of [['config', 'show'], ['status'], ['events'], ['explain', 'B'], ['doctor']])
        outputs.push(await ground.symphony(args, { env }));
      expect(JSON.stringify(outputs)).not.toContain('planted');
      expect(filesWith(ground, 'planted')).toEqual([]);
    }));

  test.concurrent('that the configuration passes on by $VAR reach the agent, the check and the hook, and are written nowhere', () =>
    onGround({}, async (ground) => {
      const env = PLANTED;
      ground.configure({
        verify: ['test "$(printf %s "$PASSED" | wc -c)" -eq 16'],
        chamber: {
          env: { PASSED: '$DATABASE_PASSWORD', PLAIN: 'blue' },
          hooks: { before_run: 'test "$(printf %s "$PASSED" | wc -c)" -eq 16' },
        },
      });
      ground.item('A', [
        { run: 'test "$(printf %s "$PASSED" | wc -c)" -eq 16 && test "$PLAIN" = blue && echo yes > a.txt' },
        { commit: 'Add a' },
      ]);
      expect((await ground.play({ env })).code).toBe(0);
      expect(await ground.merged()).toEqual(['A']);
      const shown = await ground.symphony(['config', 'show', '--json'], { env });
      expect(shown.out).toContain('$DATABASE_PASSWORD (set)');
      expect(shown.out).not.toContain('planted');
      expect(filesWith(ground, 'planted')).toEqual([]);
    }));

  test.concurrent('that a person wrote into the file are refused without being repeated', () =>
    onGround({}, async (ground) => {
      ground.configure({ chamber: { env: { KEY: PLANTED.ANTHROPIC_API_KEY } } });
      const refused = await ground.play();
      expect(refused.code).toBe(1);
      expect(refused.err).toContain('looks like a secret');
      const shown = await ground.symphony(['config', 'show']);
      expect(JSON.stringify([refused, shown])).not.toContain('planted');
    }));
});
