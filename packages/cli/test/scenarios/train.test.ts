import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMarked } from '@symphony/adapters/process';
import { findWorkplace } from '@symphony/server';
import { expect, test } from 'vitest';
import { onStage } from './stage.ts';

const add = (name: string, text = name) => [{ write: { path: name, text } }, { commit: `Add ${name}` }];

/** Counts itself, and fails only where `bad` meets one of the good ones. */
const CHECK = `echo run >> "$CHECKS"
test -e bad -a ! -e mended -a -e good-1 || exit 0
echo "bad does not go with good-1"
exit 1
`;

test.concurrent('C25 M9 merge-train bisect: one bad branch among four is found, sent back with the report, mended', () =>
  onStage({ listen: true, files: { 'check.sh': CHECK } }, async (stage) => {
    const { board, events, repository, wiretap } = stage;
    const checks = join(stage.path, '..', 'checks');
    const runs = () => readFileSync(checks, 'utf8').split('\n').length - 1;
    const verify = { verify: ['sh check.sh'], train: { batch_size: 4 } };
    const env = { ...wiretap.env, CHECKS: checks };
    stage.configure({ ...verify, chamber: { env }, handoff: { mode: 'review' } });
    board.write('S-1', { rehearsal: add('good-1') });
    board.write('S-2', { rehearsal: add('good-2') });
    board.write('S-3', { rehearsal: [...add('bad'), { on_failed_checks: add('mended') }] });
    board.write('S-4', { rehearsal: add('good-3') });
    expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });
    expect(runs()).toBe(4); // each alone is fine

    // Approved while nothing runs, so that all four leave in one batch.
    for (const id of ['S-1', 'S-2', 'S-3', 'S-4'])
      expect(await stage.symphony('approve', id)).toMatchObject({ code: 0 });
    stage.configure({ ...verify, chamber: { env }, handoff: { mode: 'auto' } });
    expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });

    const tried = events.of('train-departed').map(({ items }) => items.join(' '));
    expect(tried).toEqual(['S-1 S-2 S-3 S-4', 'S-1 S-2', 'S-3 S-4', 'S-3', 'S-4', 'S-3']);
    const landed = events.of('train-landed').map(({ items }) => items.join(' '));
    expect(landed).toEqual(['S-1 S-2', 'S-4', 'S-3']);
    // Four alone, five of the bisection, and the mended branch in its chamber and on the target.
    expect(runs()).toBe(4 + 5 + 2);

    const [returned, ...more] = events.of('handoff-returned');
    expect(more).toEqual([]);
    expect(returned).toMatchObject({ item: 'S-3', why: 'failed-on-target' });
    const prompt = wiretap.prompts('S-3').at(-1);
    expect(prompt).toMatch(/^Your branch fails the checks once merged/);
    expect(prompt).toContain('bad does not go with good-1');
    expect(await stage.item('S-3')).toMatchObject({ outcome: 'merged', returns: 1, retries: 0 });
    const subjects = await repository.git('log', '--no-merges', '--format=%s', 'main');
    expect(subjects.split('\n').sort()).toEqual(
      ['Add bad', 'Add good-1', 'Add good-2', 'Add good-3', 'Add mended', 'First commit'].sort(),
    );
  }));

test.concurrent('C25 M9 conflict: back to its author as a new turn with both sides shown, then merged', () =>
  onStage({ listen: true, files: { 'song.txt': 'a quiet line\n' } }, async (stage) => {
    const { board, events, repository, wiretap } = stage;
    const gate = stage.gate('both');
    const sing = (line: string) => [
      { say: 'ready' },
      gate.step,
      { write: { path: 'song.txt', text: `${line}\n` } },
      { commit: `Sing ${line}` },
    ];
    board.write('S-1', { rehearsal: sing('a loud line') });
    board.write('S-2', { rehearsal: sing('a long line') });
    const playing = await stage.play('--exit-when-idle');
    for (const id of ['S-1', 'S-2']) await stage.says(id, 'ready');
    gate.open();
    expect((await playing.ended).code).toBe(0);

    const [returned, ...more] = events.of('handoff-returned');
    expect(more).toEqual([]);
    const author = returned?.item ?? '';
    const prompt = wiretap.prompts(author).at(-1);
    expect(prompt).toMatch(/^Your branch conflicts with the target/);
    expect(prompt).toContain('song.txt');
    expect(prompt).toContain('a loud line');
    expect(prompt).toContain('a long line');
    expect(events.of('turn-started', author).map(({ kind }) => kind)).toEqual(['first', 'conflict']);
    const song = await repository.read('song.txt', 'main');
    expect(song.split('\n').sort()).toEqual(['a long line', 'a loud line']);
    const subjects = await repository.git('log', '--no-merges', '--format=%s', 'main');
    expect(subjects.split('\n').sort()).toEqual(['First commit', 'Sing a long line', 'Sing a loud line']);
    expect((await stage.status()).items.map(({ outcome, retries }) => [outcome, retries])).toEqual([
      ['merged', 0],
      ['merged', 0],
    ]);
  }));

test.concurrent('C25 M9 a conflict its author may not mend is left to a person, said, and ends the run with 1', () =>
  onStage(
    { config: { handoff: { max_returns: 0 } }, files: { 'song.txt': 'a quiet line\n' } },
    async (stage) => {
      const { board, events, repository } = stage;
      const gate = stage.gate('both');
      const sing = (line: string) => ({
        on_attempt: {
          1: [
            { say: 'ready' },
            gate.step,
            { write: { path: 'song.txt', text: `${line}\n` } },
            { commit: line },
          ],
          else: [{ say: 'there is nothing to add' }],
        },
      });
      board.write('S-1', { rehearsal: sing('a loud line') });
      board.write('S-2', { rehearsal: sing('a long line') });
      const playing = await stage.play('--exit-when-idle');
      for (const id of ['S-1', 'S-2']) await stage.says(id, 'ready');
      gate.open();
      const { code, out } = await playing.ended;
      const loser = events.of('handoff-returned')[0]?.item ?? '';
      expect({ code, out }).toEqual({
        code: 1,
        out: expect.stringContaining(`${loser} could not be finished`),
      });
      expect((await stage.symphony('status')).out).toMatch(new RegExp(`Needs you \\(1\\)\n +${loser}`));
      expect((await stage.explain(loser)).item.reason).toContain(`symphony retry ${loser}`);

      // The person mends it in the chamber.
      const chamber = repository.at(stage.chamber(loser));
      await chamber.git('merge', '--quiet', '--strategy-option=ours', '--no-edit', 'main');
      expect(await stage.symphony('retry', loser)).toMatchObject({ code: 0 });
      expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });
      expect(events.of('train-landed')).toHaveLength(2);
      const subjects = await repository.git('log', '--no-merges', '--format=%s', 'main');
      expect(subjects.split('\n').sort()).toEqual(['First commit', 'a long line', 'a loud line']);
    },
  ));

test.concurrent('C25 M9 a person who commits to the target meanwhile is built upon, and that tree is proved too', () =>
  onStage({}, async (stage) => {
    const { board, events, repository } = stage;
    const gate = stage.gate('checks');
    // Only the train's own merge with the first of the person's commits waits.
    const verify = [`test ! -e person-1 || { ${gate.step.run}; }`];
    stage.configure({ verify, handoff: { mode: 'review' } });
    board.write('S-1', { rehearsal: add('one.txt') });
    await stage.play();
    await stage.reached('S-1', 'handed_off');
    await repository.write({ 'person-1': 'x' });
    await repository.git('add', 'person-1');
    await repository.git('commit', '--quiet', '--message', 'Person 1');
    expect(await stage.symphony('approve', 'S-1')).toMatchObject({ code: 0 });
    const { instance } = await findWorkplace(stage.path);
    await stage.until('the checks of the train run', async () =>
      (await findMarked(instance)).some(({ marker }) => marker.role === 'verify'),
    );
    await repository.write({ 'person-2': 'x' });
    await repository.git('add', 'person-2');
    await repository.git('commit', '--quiet', '--message', 'Person 2');
    gate.open();
    await stage.until('the train lands', () => events.of('train-landed').length > 0);
    await stage.until('the chamber goes', () => events.of('chamber-removed', 'S-1').length > 0);
    const subjects = await repository.git('log', '--no-merges', '--format=%s', 'main');
    expect(subjects.split('\n').sort()).toEqual(['Add one.txt', 'First commit', 'Person 1', 'Person 2']);
    expect(events.of('train-restarted')).toHaveLength(1);
    const proved = events.of('train-proved').at(-1)?.evidence;
    expect(proved).toMatchObject({ passed: true, results: [{ exitCode: 0 }] });
    expect(proved?.tree).toBe(await repository.git('rev-parse', 'main^{tree}'));
  }));

test.concurrent('C25 M9 a target checked out with changes in the way holds the train until they are stashed', () =>
  onStage({}, async (stage) => {
    const { board, events, repository } = stage;
    const before = await repository.git('rev-parse', 'main');
    const readme = join(stage.path, 'README.md');
    writeFileSync(readme, 'my own words\n');
    board.write('S-1', {
      rehearsal: [{ write: { path: 'README.md', text: 'better words\n' } }, { commit: 'Better' }],
    });
    await stage.play();
    await stage.until('the train is held', () => events.of('train-held').length > 0);
    const { train } = await stage.status();
    expect(train.held).toMatch(
      /^main is checked out with uncommitted changes to README\.md; commit or stash/,
    );
    expect(train.trying).toEqual(['S-1']);
    expect((await stage.symphony('status')).out).toContain('uncommitted changes to README.md');
    expect(readFileSync(readme, 'utf8')).toBe('my own words\n');
    expect(await repository.git('rev-parse', 'main')).toBe(before);

    await repository.git('stash');
    await stage.until('the train lands', () => events.of('train-landed').length > 0);
    await stage.until('the chamber goes', () => events.of('chamber-removed', 'S-1').length > 0);
    expect(readFileSync(readme, 'utf8')).toBe('better words\n');
    expect((await stage.status()).train.held).toBeNull();
    expect(await repository.git('stash', 'show', '-p')).toContain('+my own words');
  }));
