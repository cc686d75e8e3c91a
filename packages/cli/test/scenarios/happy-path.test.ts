import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onStage } from './stage.ts';

const adds = (name: string): unknown[] => [
  { write: { path: `${name}.txt`, text: `${name}\n` } },
  { commit: `Add ${name}` },
];

test.concurrent('C25 happy path: blockers first, every commit merged once, proved on the merged tree', () =>
  onStage({ config: { verify: ['test -f README.md'] } }, async (stage) => {
    const { board, events, repository } = stage;
    board.write('S-1', { rehearsal: adds('one') });
    board.write('S-2', { blocked_by: ['S-1'], rehearsal: adds('two') });
    board.write('S-3', { rehearsal: adds('three') });
    const { code, out } = await stage.playToTheEnd();
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('3 merged') });

    const landed = events.of('train-landed');
    const landingOf = (id: string) => landed.find(({ items }) => items.includes(id));
    const seqOf = (id: string) => events.of('run-started', id).map(({ seq }) => seq);
    expect(seqOf('S-2')).toHaveLength(1);
    expect(seqOf('S-2')[0]).toBeGreaterThan(landingOf('S-1')?.seq ?? Number.NaN);
    expect(await repository.git('cat-file', '-e', `${landingOf('S-2')?.commit}:one.txt`)).toBe('');

    expect(['S-1', 'S-2', 'S-3'].map((id) => board.state(id))).toEqual(['Done', 'Done', 'Done']);
    const subjects = (await repository.git('log', '--no-merges', '--format=%s', 'main')).split('\n').sort();
    expect(subjects).toEqual(['Add one', 'Add three', 'Add two', 'First commit']);
    expect(await repository.git('status', '--porcelain', '--untracked-files=no')).toBe('');

    // C5: for each commit the target was moved to there is a proof of exactly its tree.
    const proofs = [...events.of('evidence-recorded'), ...events.of('train-proved')]
      .map(({ evidence }) => evidence)
      .filter(({ passed, results }) => passed && results.length === 1);
    for (const { commit } of landed) {
      const tree = await repository.git('rev-parse', `${commit}^{tree}`);
      expect(proofs.map((proof) => proof.tree)).toContain(tree);
    }
    expect(await repository.git('rev-parse', 'main')).toBe(landed.at(-1)?.commit);
    expect(events.path('S-1')).toEqual([
      ...['queued', 'preparing', 'running', 'running', 'completed', 'handed_off', 'open'],
    ]);
    expect(existsSync(stage.chamber('S-1'))).toBe(false);
  }));

test.concurrent('C25 C23 happy path without any configuration: `run "TASK"` is played, merged and ends with 0', () =>
  onStage({ config: null }, async (stage) => {
    const { repository } = stage;
    const { code, out, err } = await stage.playToTheEnd('Write a greeting');
    expect({ code, err, out }).toEqual({ code: 0, err: '', out: expect.stringContaining('merged') });
    expect(await repository.git('log', '--no-merges', '--format=%s', '-1', 'main')).toContain(
      'Write a greeting',
    );
    expect(await repository.git('ls-tree', '--name-only', 'main')).toBe('README.md\nrehearsal');
    const outside = (await repository.git('status', '--porcelain')).split('\n').filter(Boolean);
    expect(outside).toEqual(['?? .symphony/']);
    expect(existsSync(join(stage.path, '.symphony', 'symphony.yaml'))).toBe(false);
    expect((await stage.status()).items.map(({ title, outcome }) => [title, outcome])).toEqual([
      ['Write a greeting', 'merged'],
    ]);
  }));
