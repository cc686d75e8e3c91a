import type { FlowState, Melody, RunId } from '@symphony/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainRefusal, type MelodyStart, melodyKey } from '../../../src/melody/triggers/chain.ts';
import { melodyEndSource } from '../../../src/melody/triggers/melody-end.ts';
import { entry, listener, melody } from './trigger-stage.ts';

const after = (name: string, other: string, ended: 'completed' | 'failed' | 'any' = 'completed'): Melody =>
  melody(name, { on: 'melody', melody: other, ended });

const manual: MelodyStart['trigger'] = { kind: 'manual', detail: '', key: null };
const startedBy = (name: string, run: RunId): MelodyStart['trigger'] => ({
  kind: 'melody',
  detail: '',
  key: melodyKey(name, run),
});

function stage(melodies: readonly Melody[], startOf: (run: RunId) => MelodyStart | null = () => null) {
  const { heard, occur } = listener();
  const warnings: string[] = [];
  const source = melodyEndSource({
    melodies: () => melodies,
    startOf,
    warn: (message) => void warnings.push(message),
  });
  const running = source.start(occur);
  const started = (run: RunId, name: string, trigger = manual) =>
    running.hear?.(
      entry({ type: 'melody-started', run, melody: melody(name), parameters: {}, trigger, by: 'me' }),
    );
  const ended = (run: RunId, to: FlowState) =>
    running.hear?.(
      entry({ type: 'flow-changed', run, change: { kind: 'flow', to, reason: 'so', results: { n: 1 } } }),
    );
  return { heard, warnings, running, started, ended, keys: () => heard.map(({ key }) => key) };
}

test('P7 a melody starts another by the end that is waited for', () => {
  const { started, ended, keys, heard } = stage([
    after('b', 'a'),
    after('c', 'a', 'failed'),
    after('d', 'a', 'any'),
    after('e', 'x', 'any'),
  ]);
  for (const run of ['r1', 'r2', 'r3']) started(run, 'a');
  ended('r1', 'running');
  ended('r1', 'completed');
  expect(keys()).toEqual(['melody:b:r1', 'melody:d:r1']);
  expect(heard[0]).toMatchObject({
    detail: 'a was completed',
    scope: { run: 'r1', melody: 'a', ended: 'completed', results: { n: 1 } },
  });
  ended('r2', 'failed');
  ended('r3', 'cancelled');
  expect(keys().slice(2)).toEqual(['melody:c:r2', 'melody:d:r2', 'melody:d:r3']);
  ended('nobody-knows', 'completed');
  expect(keys()).toHaveLength(5);
});

test('P9 the end of a dry run starts nobody', () => {
  const { running, ended, keys } = stage([after('b', 'a', 'any')]);
  const began = { melody: melody('a'), parameters: {}, trigger: manual, by: 'me', dry: true } as const;
  running.hear?.(entry({ type: 'melody-started', run: 'r1', ...began }));
  ended('r1', 'completed');
  expect(keys()).toEqual([]);
});

test('P7 the end of a run that began before this process counts too', () => {
  const { ended, keys } = stage([after('b', 'a')], (run) =>
    run === 'old' ? { melody: 'a', trigger: manual } : null,
  );
  ended('old', 'completed');
  expect(keys()).toEqual(['melody:b:old']);
});

test('P7 melodies that would start each other for ever are refused, with the way they go', () => {
  const { started, ended, keys, warnings } = stage([
    after('b', 'a'),
    after('a', 'b'),
    after('c', 'c', 'any'),
  ]);
  started('r1', 'a');
  ended('r1', 'completed');
  started('r2', 'b', startedBy('b', 'r1'));
  ended('r2', 'completed');
  started('r3', 'c');
  ended('r3', 'completed');
  expect(keys()).toEqual(['melody:b:r1']);
  expect(warnings).toEqual([
    'The melody a was not started (b was completed): melodies would start each other for ever: a → b → a.',
    'The melody c was not started (c was completed): melodies would start each other for ever: c → c.',
  ]);
});

test('P7 a chain is at most ten long, and however melodies wait for each other it has an end', () => {
  const chainOf = (length: number) => (run: RunId) => {
    const place = Number(run);
    const trigger = place === 1 ? manual : startedBy(`m${place}`, String(place - 1));
    return place >= 1 && place <= length ? { melody: `m${place}`, trigger } : null;
  };
  expect(chainRefusal('next', '9', chainOf(9))).toBeNull();
  expect(chainRefusal('next', '10', chainOf(10))).toMatch(/^a chain of 10 melodies/);
  expect(chainRefusal('m1', '5', chainOf(5))).toContain('m1 → m2 → m3 → m4 → m5 → m1');
  const edges = fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 40 });
  fc.assert(
    fc.property(edges, (pairs) => {
      const melodies = pairs.map(([from, to]) => after(`m${to}`, `m${from}`, 'any'));
      const starts = new Map<RunId, MelodyStart>([['r0', { melody: 'm0', trigger: manual }]]);
      const { ended, heard } = stage(melodies, (run) => starts.get(run) ?? null);
      let played = 0;
      for (const [run] of starts) {
        const before = heard.length;
        ended(run, 'completed');
        for (const { melody: name, key } of heard.slice(before).slice(0, 3))
          starts.set(`r${starts.size}`, { melody: name, trigger: { kind: 'melody', detail: '', key } });
        played += 1;
        if (played > 2_000) break;
      }
      for (const [run] of starts) expect(depthOf(run, starts)).toBeLessThanOrEqual(10);
    }),
    { numRuns: 50 },
  );
});

function depthOf(run: RunId, starts: ReadonlyMap<RunId, MelodyStart>): number {
  const parent = /^melody:[^:]+:(.+)$/.exec(starts.get(run)?.trigger.key ?? '')?.[1];
  return parent === undefined ? 1 : depthOf(parent, starts) + 1;
}
