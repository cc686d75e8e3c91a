import type { Entry, LogEvent } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { openTelemetry, type TelemetryOptions } from '../../src/telemetry/index.ts';
import { openCollector } from './collector.ts';

const AT = 1_790_000_000_000;

/** One item's whole story; seconds first. */
const STORY: readonly (readonly [number, object])[] = [
  [0, { type: 'run-started', run: 'run-1', attempt: 1, player: 'claude', reservedUsd: 0 }],
  [1, { type: 'turn-started', run: 'run-1', turn: 1, kind: 'first' }],
  [
    2,
    {
      type: 'agent-reported',
      run: 'run-1',
      event: { type: 'tool-started', id: 't1', name: 'Bash', summary: 'npm test' },
    },
  ],
  [
    5,
    { type: 'agent-reported', run: 'run-1', event: { type: 'tool-ended', id: 't1', ok: false, summary: '' } },
  ],
  [
    6,
    {
      type: 'agent-reported',
      run: 'run-1',
      event: { type: 'tool-started', id: 't2', name: 'Edit', summary: 'x'.repeat(5_000) },
    },
  ],
  [9, { type: 'turn-ended', run: 'run-1', turn: 1, status: 'completed', message: '' }],
  [10, { type: 'proving-started', run: 'run-1', tree: 'abc' }],
  [
    14,
    {
      type: 'evidence-recorded',
      run: 'run-1',
      evidence: { tree: 'abc', commit: 'def', results: [], passed: true },
    },
  ],
  [
    15,
    {
      type: 'run-ended',
      run: 'run-1',
      spend: { inputTokens: 100, outputTokens: 20, usd: 0.5, unpriced: false },
    },
  ],
  [20, { type: 'train-departed', attempt: 'train-1', items: ['i1', 'i2'] }],
  [22, { type: 'train-split', attempt: 'train-1', parts: [], why: 'x' }],
  [23, { type: 'train-departed', attempt: 'train-2', items: ['i1'] }],
  [30, { type: 'train-landed', attempt: 'train-2', commit: 'fff', items: ['i1'] }],
];

const entriesOf = (story: typeof STORY): Entry[] =>
  story.map(([second, event], at) => ({
    seq: at + 1,
    at: AT + second * 1_000,
    event: { item: 'i1', ...event } as LogEvent,
  }));

const options = (endpoint: string, more: Partial<TelemetryOptions> = {}): TelemetryOptions => ({
  endpoint,
  service: 'orchestra',
  headers: { authorization: 'Bearer secret' },
  version: '1.2.3',
  instance: 'abc',
  warn: () => undefined,
  store: { read: () => [] },
  live: [],
  ...more,
});

describe('traces', () => {
  test('a run is one trace with its turn, tools, proof and merges, each as long as it took', async () => {
    const collector = await openCollector();
    const telemetry = await openTelemetry(options(collector.url));
    for (const entry of entriesOf(STORY)) telemetry.hear(entry);
    await telemetry.stop();

    const { spans } = collector;
    const named = (id: string | null) => spans.find(({ spanId }) => spanId === id)?.name ?? null;
    expect(spans.map((span) => [span.name, named(span.parentSpanId), span.ms, span.status]).sort()).toEqual(
      [
        ['run', null, 15_000, 0],
        ['turn', 'run', 8_000, 1],
        ['tool', 'turn', 3_000, 2],
        ['tool', 'turn', 9_000, 0], // nobody heard its end: cut off with the run
        ['proof', 'run', 4_000, 1],
        ['merge', 'run', 2_000, 2],
        ['merge', 'run', 7_000, 1],
      ].sort(),
    );
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    expect(spans.find(({ name }) => name === 'run')?.attributes).toMatchObject({
      'symphony.item': 'i1',
      'symphony.player': 'claude',
      'symphony.run': 'run-1',
      'symphony.outputTokens': 20,
    });
    for (const { attributes } of spans)
      for (const value of Object.values(attributes)) expect(String(value).length).toBeLessThanOrEqual(500);
    expect(collector.calls[0]).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer secret' },
    });
    expect(collector.services).toContain('orchestra');
  });

  test('what a restart cuts in two still is one trace, and nothing is told twice', async () => {
    const whole = await openCollector();
    const straight = await openTelemetry(options(whole.url));
    for (const entry of entriesOf(STORY)) straight.hear(entry);
    await straight.stop();

    const collector = await openCollector();
    const entries = entriesOf(STORY);
    for (const [from, to] of [
      [0, 7],
      [7, entries.length],
    ] as const) {
      const telemetry = await openTelemetry(
        options(collector.url, {
          live: ['i1'],
          store: {
            read: (_after, _limit, filter) =>
              entries.slice(0, from).filter(({ event }) => filter?.types?.includes(event.type)),
          },
        }),
      );
      for (const entry of entries.slice(from, to)) telemetry.hear(entry);
      await telemetry.stop();
    }
    const keys = (spans: typeof collector.spans) =>
      spans.map(({ traceId, spanId }) => `${traceId}/${spanId}`).sort();
    // Only the tool that was under way when it stopped is lost.
    expect(keys(whole.spans).filter((key) => !keys(collector.spans).includes(key))).toHaveLength(1);
    expect(keys(collector.spans)).toHaveLength(6);
  });

  test('a collector that refuses is complained of once, without its address or headers', async () => {
    const collector = await openCollector(401);
    const warnings: string[] = [];
    const telemetry = await openTelemetry(
      options(`${collector.url}/v1/traces`, { warn: (message) => warnings.push(message) }),
    );
    for (const entry of entriesOf(STORY)) telemetry.hear(entry);
    await telemetry.stop();
    expect(collector.calls[0]?.path).toBe('/v1/traces');
    expect(warnings).toEqual(['Traces could not be sent; check `telemetry.endpoint` and its headers.']);
  });

  test('two runs are two traces; the same run in another repository is another', async () => {
    const collector = await openCollector();
    for (const instance of ['abc', 'xyz']) {
      const telemetry = await openTelemetry(options(collector.url, { instance }));
      for (const run of ['run-1', 'run-2'])
        for (const entry of entriesOf([STORY[0], STORY[8]] as typeof STORY))
          telemetry.hear({ ...entry, event: { ...entry.event, run } as LogEvent });
      await telemetry.stop();
    }
    expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(4);
  });
});
