import { describe, expect, test } from 'vitest';
import { expectRefusal, onGround, writes } from './ground.ts';

const CASES: readonly [name: string, text: string, sentence: string][] = [
  ['broken YAML', 'verify: [npm test\nslots: 3\n', 'The file is not valid YAML'],
  ['a tab where blanks belong', 'slots:\n\ttotal: 3\n', '(.symphony/symphony.yaml:2)'],
  ['an unknown key', 'slotts: 3\n', '`slotts` is not known at the top level; did you mean `slots`?'],
  [
    'an unknown key inside',
    'slots:\n  totl: 3\n',
    '`totl` is not known under `slots`; did you mean `total`?',
  ],
  ['a key in the wrong place', 'max_retries: 1\n', 'it belongs under `retry`'],
  ['an agent nobody knows', 'players: { a: { agent: rehersal } }\n', '`rehearsal`'],
];

describe('C21 C24 a configuration that cannot be used', () => {
  test.concurrent.each(CASES)(
    '%s: `run` refuses with the place, and nothing is played',
    (_, text, sentence) =>
      onGround({}, async (ground) => {
        ground.item('A', writes('a.txt'));
        ground.put('.symphony/symphony.yaml', text);
        const refused = await ground.symphony(['run', '--exit-when-idle']);
        expectRefusal(refused, sentence, /`symphony config validate`/);
        expect(refused.err).toMatch(/\(\.symphony\/symphony\.yaml:\d+\)/);
        const checked = await ground.symphony(['config', 'validate']);
        expect(checked).toMatchObject({ code: 1, err: '' });
        expect(await ground.repository.git('branch', '--format=%(refname:short)')).toBe('main');
      }),
  );

  test.concurrent('a person still sees the board and the log, and the next run plays it all', () =>
    onGround({}, async (ground) => {
      ground.configure();
      ground.item('A', writes('a.txt'));
      expect((await ground.play()).code).toBe(0);
      ground.put('.symphony/symphony.yaml', 'slotts: 3\n');
      ground.item('B', writes('b.txt'));
      expectRefusal(await ground.play(), '`slotts` is not known', /validate/);
      expect((await ground.symphony(['status'])).out).toMatch(/A +merged/);
      expect((await ground.symphony(['board', 'list'])).out).toMatch(/B +Todo/);
      const doctor = await ground.symphony(['doctor']);
      expect(doctor.code).toBe(1);
      expect(doctor.out).toContain('did you mean `slots`?');
      ground.configure();
      expect((await ground.play()).code).toBe(0);
      expect(await ground.merged()).toEqual(['A', 'B']);
    }));
});
