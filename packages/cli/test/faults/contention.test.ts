import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventually, expectRefusal, type Ground, onGround, writes } from './ground.ts';

const announced = (ground: Ground): { pid: number; socket?: string } | null => {
  const file = join(ground.path, '.symphony', 'run', 'conductor.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
};

describe('C10 one conductor in a repository', () => {
  test.concurrent('a second run looks on, and leaving it ends nothing', () =>
    onGround({}, async (ground) => {
      const first = ground.start(['run', '--rehearse']);
      await eventually('the announcement', () => announced(ground)?.socket !== undefined);
      const second = ground.start(['run', '--rehearse']);
      await second.saw(`Symphony runs here already (conductor pid ${first.child.pid}`);
      second.child.kill('SIGINT');
      expect((await second.ended).code).toBe(0);
      expect((await ground.symphony(['status'])).out).toContain(`conductor pid ${first.child.pid}`);
      first.child.kill('SIGTERM');
      expect((await first.ended).code).toBe(0);
      expect(announced(ground)).toBeNull();
    }));

  test.concurrent('ten starts at once: one wins, nine look on, the work is done once', () =>
    onGround({}, async (ground) => {
      ground.configure();
      ground.item('A', writes('a.txt'));
      const starts = Array.from({ length: 10 }, () => ground.start(['run', '--rehearse']));
      await eventually('the winner', () => announced(ground)?.socket !== undefined);
      const winner = starts.find(({ child }) => child.pid === announced(ground)?.pid);
      const others = starts.filter((each) => each !== winner);
      await Promise.all(others.map((each) => each.saw(`conductor pid ${winner?.child.pid}`)));
      await winner?.saw('merged into main');
      winner?.child.kill('SIGTERM');
      for (const start of starts) expect((await start.ended).code).toBe(0);
      expect(await ground.merged()).toEqual(['A']);
      expect(ground.log().of('conductor-started')).toHaveLength(1);
      expect(ground.log().of('run-started')).toHaveLength(1);
    }));

  test.concurrent('C8 SIGKILL of the holder frees the lock at once, and its agents do not outlive the next start', () =>
    onGround({}, async (ground) => {
      ground.configure();
      ground.item('A', [
        { say: 'I wait' },
        { write: { path: 'a.txt', text: 'x' } },
        { sleep: '1s' },
        { commit: 'Add a' },
      ]);
      const first = ground.start(['run', '--rehearse']);
      await first.saw('rehearsal takes it');
      first.child.kill('SIGKILL');
      await first.ended;
      expect(announced(ground)?.pid).toBe(first.child.pid);
      const second = await ground.play();
      expect({ code: second.code, err: second.err }).toEqual({ code: 0, err: '' });
      expect(await ground.merged()).toEqual(['A']);
      expect(await ground.processes()).toEqual([]);
      expect(announced(ground)).toBeNull();
    }));

  test.concurrent('a command that writes to the log is refused while another process starts up', () =>
    onGround({}, async (ground) => {
      ground.configure();
      ground.item('A', writes('a.txt'));
      expect((await ground.play()).code).toBe(0);
      const first = ground.start(['run', '--rehearse']);
      await eventually('the lock', () => announced(ground) !== null);
      const retried = await ground.symphony(['retry', 'A']);
      // Whether it came before or after the socket: it is either refused in words or done by the conductor.
      if (retried.code === 0) expect(retried.out).not.toContain('At the next');
      else expectRefusal(retried, `pid ${first.child.pid}`, /`symphony stop`/);
      ground.log();
    }));
});
