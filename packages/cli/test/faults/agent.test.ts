import { copyFileSync, linkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ground, onGround, writes } from './ground.ts';

/** This Node under another name, which can be taken away. */
function otherNode(ground: Ground): string {
  const path = join(ground.path, '..', 'node');
  try {
    linkSync(process.execPath, path);
  } catch {
    copyFileSync(process.execPath, path); // another disk
  }
  return path;
}

describe('C4 an agent whose program is missing', () => {
  test.concurrent('fails after its retries with the sentence, and plays once the program is back', () =>
    onGround({}, async (ground) => {
      ground.configure();
      // The rehearsal player is run by the Node that runs the conductor.
      const node = otherNode(ground);
      const playing = ground.start(['run', '--rehearse'], { node });
      await playing.saw('plays in');
      unlinkSync(node);
      ground.item('A', writes('a.txt'));
      await playing.saw('failed for good');
      playing.child.kill('SIGTERM');
      const { code, out } = await playing.ended;
      expect(code).toBe(0);
      expect(out).toContain(`${node} could not be started in `);
      expect(out).toContain('the program is missing');
      expect(ground.log().of('run-started')).toHaveLength(3);
      expect(
        ground
          .log()
          .of('retry-scheduled')
          .map(({ retries }) => retries),
      ).toEqual([1, 2]);
      expect((await ground.symphony(['status'])).out).toMatch(/A +failed/);
      expect((await ground.symphony(['retry', 'A'])).code).toBe(0);
      expect((await ground.play()).code).toBe(0);
      expect(await ground.merged()).toEqual(['A']);
    }));
});
