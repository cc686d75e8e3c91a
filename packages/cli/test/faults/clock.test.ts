import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ground, onGround, writes } from './ground.ts';

const HOUR = 3_600_000;

/** The process reads the wall clock from here: it is set back an hour as soon as the file is there. */
function wallClock(ground: Ground): { readonly env: NodeJS.ProcessEnv; setBack(): void } {
  const file = join(ground.path, '..', 'set-back');
  const source = `import { existsSync } from 'node:fs';
    const real = Date.now;
    Date.now = () => real() - (existsSync(${JSON.stringify(file)}) ? ${HOUR} : 0);`;
  const url = `data:text/javascript,${encodeURIComponent(source)}`;
  return { env: { NODE_OPTIONS: `--import=${url}` }, setBack: () => writeFileSync(file, '') };
}

describe('C8 a wall clock that is set back an hour', () => {
  test.concurrent('C13 while it runs: retries come when due, and no entry is older than the one before', () =>
    onGround({}, async (ground) => {
      ground.configure({ retry: { max_retries: 2, max_retry_backoff: '1s' } });
      const clock = wallClock(ground);
      ground.item('A', [{ on_attempt: { 1: [{ fail: 'the first time' }], else: writes('a.txt') } }]);
      const playing = ground.start(['run', '--rehearse', '--exit-when-idle'], { env: clock.env });
      await playing.saw('rehearsal takes it');
      clock.setBack();
      // An hour's wait would end with the test's own patience.
      expect((await playing.ended).code).toBe(0);
      expect(await ground.merged()).toEqual(['A']);
      expect(ground.log().of('retry-scheduled')).toHaveLength(1);
    }));

  test.concurrent('C14 while an agent is silent: it is stalled after its own time, neither at once nor an hour later', () =>
    onGround({}, async (ground) => {
      ground.configure({ stall_timeout: '2s' });
      const clock = wallClock(ground);
      ground.item('A', [{ say: 'I fall silent' }, { hang: true }]);
      const playing = ground.start(['run', '--rehearse', '--exit-when-idle'], { env: clock.env });
      await ground.heard('A');
      clock.setBack();
      const { code, out } = await playing.ended;
      expect(code).toBe(1);
      expect(out).toMatch(/stalled after ([2-9]|\d\d) s without a sign of life/);
      ground.log();
    }));

  test.concurrent('between two runs and offline commands: the log goes on from where it was', () =>
    onGround({}, async (ground) => {
      ground.configure();
      ground.item('A', writes('a.txt'));
      ground.item('B', [{ fail: 'always' }]);
      expect((await ground.play()).code).toBe(1);
      const last = ground.log().entries.at(-1)?.at ?? 0;
      const clock = wallClock(ground);
      clock.setBack();
      expect((await ground.symphony(['retry', 'B'], { env: clock.env })).code).toBe(0);
      expect(ground.log().entries.at(-1)?.at).toBeGreaterThanOrEqual(last);
      ground.item('B', writes('b.txt'), { state: 'In Progress' });
      expect((await ground.play({ env: clock.env })).code).toBe(0);
      expect((await ground.merged()).sort()).toEqual(['A', 'B']);
      expect((await ground.symphony(['status'], { env: clock.env })).code).toBe(0);
      ground.log();
    }));
});
