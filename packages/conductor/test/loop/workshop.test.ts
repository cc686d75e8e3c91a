import { existsSync } from 'node:fs';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { melodyOf } from '../melody.ts';
import { Workshop } from './workshop.ts';

const REVIEW = { handoff: { ...SETTINGS.handoff, mode: 'review' } } as const;
const add = (path: string, text: string) => [{ write: { path, text } }, { commit: `Write ${text}` }];

test('C20 review: handed off, commented on, a new commit, handed off again, approved, merged', async () => {
  const rehearsal = [...add('name.txt', 'Anna'), { on_review: add('name.txt', 'Ada') }];
  const workshop = await Workshop.open([trackedItem('S-1', { fields: { rehearsal } })], REVIEW);
  onTestFinished(() => workshop.close());
  const offers = () => workshop.events('handoff-made').map(({ entry }) => entry.head);
  await workshop.until('the first offer', () => offers().length === 1);

  const comment = { path: 'name.txt', line: 1, side: 'new', text: 'Her name is Ada.' } as const;
  await workshop.command({ name: 'review', item: 'S-1', comments: [comment], text: 'One thing.', by: 'ada' });
  await workshop.until('the second offer', () => offers().length === 2);
  expect(new Set(offers()).size).toBe(2);
  expect(workshop.prompts).toEqual([
    'The first turn.',
    'A person has looked at your work and has comments.\n\nOne thing.\n\n- name.txt:1: Her name is Ada.',
  ]);
  expect(await workshop.repository.git('log', '--format=%s', 'main')).toBe('First commit');

  await workshop.command({ name: 'approve', item: 'S-1', by: 'ada' });
  await workshop.until('the merge', () => workshop.events('train-landed').length === 1);
  expect(await workshop.repository.git('show', 'main:name.txt')).toBe('Ada');
  expect(workshop.conductor.status().items).toMatchObject([{ outcome: 'merged', returns: 0, retries: 0 }]);
});

test('C20 review: a player that changes nothing leaves it to the person', async () => {
  const workshop = await Workshop.open(
    [trackedItem('S-1', { fields: { rehearsal: add('name.txt', 'Anna') } })],
    REVIEW,
  );
  onTestFinished(() => workshop.close());
  await workshop.until('the offer', () => workshop.events('handoff-made').length === 1);
  await workshop.command({ name: 'review', item: 'S-1', comments: [], text: 'Ada!', by: 'ada' });
  const state = () => workshop.conductor.status().items[0]?.state;
  await workshop.until('it needs a person', () => state() === 'needs_human');
  expect(workshop.events('handoff-made')).toHaveLength(1);
});

test('P9 dry: a melody is rehearsed on a real repository, and nothing of it lands or stays', async () => {
  const workshop = await Workshop.open([], { defaultPlayer: 'earnest', players: {} });
  onTestFinished(() => workshop.close());
  const melody = melodyOf({
    nodes: [
      { id: 'tests', kind: 'operator', operator: 'command', config: { run: 'exit 1' } },
      {
        id: 'fix',
        kind: 'agent',
        work: { title: 'Fix it', description: '', player: 'earnest', rehearsal: add('fix.txt', 'fixed') },
      },
    ],
    edges: [{ kind: 'control', from: 'tests', to: 'fix' }],
  });
  await workshop.command({ name: 'melody-run', melody, parameters: {}, by: 'ada', dry: true });
  const run = () => workshop.conductor.status().melodies[0];
  await workshop.until('its end', () => run()?.state === 'completed');
  await workshop.until('the chamber goes', () => workshop.events('chamber-removed').length === 1);
  const [prepared] = workshop.events('chamber-prepared');
  expect(existsSync(prepared?.chamber.path ?? '')).toBe(false);
  expect(workshop.conductor.status().items).toMatchObject([
    { state: 'open', outcome: 'closed', reason: 'dry run: not merged', trackerState: 'Cancelled' },
  ]);
  expect(workshop.events('evidence-recorded')).toMatchObject([{ evidence: { passed: true } }]);
  expect(await workshop.repository.git('log', '--format=%s', 'main')).toBe('First commit');
  expect(await workshop.repository.git('branch', '--format=%(refname:short)')).toBe('main');
});
