import { type ChamberOnDisk, PortError } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { sweepTerminal } from '../../src/workflow/sweep.ts';

const standing = (key: string, item: string | null = null): ChamberOnDisk => ({
  key,
  path: `/w/${key}`,
  branch: null,
  baseCommit: null,
  item,
});

async function sweep(
  chambers: readonly ChamberOnDisk[],
  finished: readonly string[] | Error,
  busy = '',
  conformance: 'safe' | 'letter' = 'safe',
) {
  const asked: string[][] = [];
  const removed: string[] = [];
  const warnings: string[] = [];
  await sweepTerminal({
    tracker: {
      fetchByStates: async (states) => {
        asked.push([...states]);
        if (finished instanceof Error) throw finished;
        return { items: finished.map((id) => trackedItem(id, { state: 'Done' })), problems: [] };
      },
    },
    chambers: {
      list: async () => chambers,
      // One that holds work goes by force alone.
      remove: async ({ key, path }, { force }) => {
        if (key.startsWith('precious') && !force) return { kind: 'kept', reason: 'it holds work' };
        removed.push(path);
        return { kind: 'removed', bundle: null };
      },
    },
    settings: { ...SETTINGS, conformance },
    isBusy: (id) => id === busy,
    warn: (message) => warnings.push(message),
  });
  return { asked, removed, warnings };
}

test('svc-C4 svc-O2 workspaces of finished issues go before the first tick, others stay', async () => {
  const found = await sweep([standing('A'), standing('B'), standing('x--1', 'C')], ['A', 'C', 'D']);
  expect(found).toEqual({
    asked: [SETTINGS.tracker.terminalStates],
    removed: ['/w/A', '/w/x--1'],
    warnings: [],
  });
});

test('svc-C4 what the conductor is at is left to it, and without workspaces nobody is asked', async () => {
  expect((await sweep([standing('A')], ['A'], 'A')).removed).toEqual([]);
  expect((await sweep([], ['A'])).asked).toEqual([]);
});

test('svc-C4 one that holds work is kept and named; by the letter it goes', async () => {
  const ask = (conformance: 'safe' | 'letter') =>
    sweep([standing('precious')], ['precious'], '', conformance);
  expect(await ask('safe')).toMatchObject({
    removed: [],
    warnings: ['The workspace of precious is kept: it holds work.'],
  });
  expect(await ask('letter')).toMatchObject({ removed: ['/w/precious'], warnings: [] });
});

test('svc-C4 svc-T6 a tracker that does not answer is a warning', async () => {
  const away = new PortError({ code: 'unavailable', message: 'The tracker is away.' });
  const { removed, warnings } = await sweep([standing('A')], away);
  expect([removed, warnings]).toEqual([[], [expect.stringContaining('The tracker is away.')]]);
});
