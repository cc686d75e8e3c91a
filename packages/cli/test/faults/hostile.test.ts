import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectRefusal, onGround, writes } from './ground.ts';

const BELL = '\u0007';
const ESCAPE = '\u001b';

/** What can command a terminal, or turn what a person reads around; line breaks are fine. */
const COMMANDING = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Names that try to be something else, by the file that holds them. */
const NAMES: Readonly<Record<string, string>> = {
  traversal: '../../x',
  absolute: '/etc/passwd',
  flag: '-rf',
  dots: '..',
  git: '.git',
  unicode: '日本 語/🎻',
  ref: 'a..b~^:?*[\\ @{.lock',
  shell: '$(touch pwned) `touch pwned`; touch pwned',
};

describe('M1 hostile items', () => {
  test.concurrent('names that lead elsewhere: everything stays in the chamber root, and each is merged', () =>
    onGround({}, async (ground) => {
      ground.configure({ slots: { total: 3 } });
      const beside = join(ground.path, '..');
      mkdirSync(join(beside, 'outside'));
      for (const [file, id] of Object.entries(NAMES))
        ground.item(file, writes(`${file}.txt`), { id, title: id });
      const { code, out, err } = await ground.play();
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).not.toMatch(COMMANDING);
      expect(readdirSync(beside).sort()).toEqual(['outside', 'repository']);
      expect(existsSync(join(ground.path, 'pwned'))).toBe(false);
      const root = join(ground.path, '.symphony', 'chambers');
      for (const { chamber } of ground.log().of('chamber-prepared')) {
        expect(chamber.path.startsWith(`${root}/`)).toBe(true);
        expect(chamber.path.slice(root.length + 1)).toMatch(/^[\w.-]+$/);
        expect(chamber.branch).toMatch(/^symphony\/[\w.-]+$/);
      }
      const files = await ground.repository.git('ls-tree', '--name-only', 'main');
      expect(files.split('\n').sort()).toEqual(
        ['README.md', ...Object.keys(NAMES).map((each) => `${each}.txt`)].sort(),
      );
      expect((await ground.symphony(['explain', '--', '-rf'])).out).toContain('merged into main');
      expect((await ground.symphony(['explain', '../../x'])).out).toContain('merged into main');
    }));

  test.concurrent('scripts that write outside the chamber fail in words and touch nothing', () =>
    onGround({}, async (ground) => {
      ground.configure({ retry: { max_retries: 0 } });
      const outside = join(ground.path, '..', 'outside');
      mkdirSync(outside);
      ground.item('A', [{ write: { path: '../../../../outside/a.txt', text: 'x' } }]);
      ground.item('B', [{ run: `ln -s '${outside}' link` }, { write: { path: 'link/b.txt', text: 'x' } }]);
      ground.item('C', [{ write: { path: '.git/hooks/post-checkout', text: 'x' } }]);
      const { code, out } = await ground.play();
      expect(code).toBe(1);
      expect(out.match(/failed for good: .*leaves the chamber/g)).toHaveLength(2);
      expect(readdirSync(outside)).toEqual([]);
      expect(await ground.merged()).toEqual([]);
      expect(JSON.parse((await ground.symphony(['status', '--json'])).out).items).toHaveLength(3);
    }));

  test.concurrent('words that command a terminal come out as plain text everywhere', () =>
    onGround({}, async (ground) => {
      ground.configure();
      const evil = `${ESCAPE}[2J${ESCAPE}]0;owned${BELL}red${ESCAPE}[31m\u202Eturned\nsecond line\r\u009b5m`;
      ground.item('A', [{ say: evil }, ...writes('a.txt')], {
        title: evil,
        labels: [evil],
        description: evil,
      });
      ground.item('B', [{ say: evil }, { fail: evil }], { title: evil });
      const played = await ground.play();
      expect(played.code).toBe(1);
      const outputs = [played];
      for (const args of [
        ['status'],
        ['logs'],
        ['events'],
        ['explain', 'A'],
        ['board', 'list'],
        ['board', 'show', 'A'],
      ])
        outputs.push(await ground.symphony(args));
      outputs.push(await ground.symphony(['status', '--json']), await ground.symphony(['events', '--jsonl']));
      for (const { out, err } of outputs) expect(`${out}${err}`).not.toMatch(COMMANDING);
      expect(outputs[1]?.out).toContain('redturned second line');
    }));

  test.concurrent('a body of 100 kB reaches the agent whole', () =>
    onGround({}, async (ground) => {
      ground.configure();
      const body = 'long line of work to do\n'.repeat(4_200);
      const steps = JSON.stringify(writes('a.txt'));
      ground.put('.symphony/board/A.md', `---\ntitle: Long\nrehearsal: ${steps}\n---\n${body}`);
      expect((await ground.play()).code).toBe(0);
      expect(await ground.merged()).toEqual(['A']);
      const [seen] = ground.log().of('item-seen');
      expect(seen?.tracked.description?.length).toBeGreaterThan(100_000);
    }));
});

describe('the board', () => {
  test.concurrent('a malformed file is told by name and line by `run`, `status` and `doctor`; the others are played', () =>
    onGround({}, async (ground) => {
      ground.configure();
      ground.put('.symphony/board/BAD.md', '---\ntitle: fine\nstate: Tood\n---\n');
      ground.put('.symphony/board/WORSE.md', '---\ntitle: fine\nlabels: [a\n---\n');
      ground.put('.symphony/board/BYTES.md', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]));
      ground.item('A', writes('a.txt'));
      const { code, out } = await ground.play();
      expect(code).toBe(0);
      expect(await ground.merged()).toEqual(['A']);
      const { problems } = JSON.parse((await ground.symphony(['status', '--json'])).out);
      const text = JSON.stringify(problems);
      for (const where of ['BAD.md:3', 'WORSE.md:', 'BYTES.md:2']) {
        expect(out).toContain(where);
        expect(text).toContain(where);
      }
      expect(text).toContain('Did you mean');
      const doctor = await ground.symphony(['doctor', '--json']);
      for (const where of ['BAD.md:3', 'WORSE.md:', 'BYTES.md:2']) expect(doctor.out).toContain(where);
      expectRefusal(await ground.symphony(['board', 'show', 'BAD']), 'BAD.md:3', /Mend BAD\.md:3/);
    }));

  test.concurrent('a missing folder is made, and nothing that was played is forgotten', () =>
    onGround({}, async (ground) => {
      ground.configure();
      ground.item('A', writes('a.txt'));
      expect((await ground.play()).code).toBe(0);
      rmSync(join(ground.path, '.symphony', 'board'), { recursive: true });
      expect((await ground.symphony(['status'])).out).toMatch(/A +merged/);
      expect((await ground.play()).code).toBe(0);
      expect((await ground.symphony(['board', 'list'])).out).toContain('No items here yet');
      expect(await ground.merged()).toEqual(['A']);
    }));
});
