import { figure, table } from '../table.ts';
import type { RoutingResult, SerialiseResult } from './in-process.ts';
import type { MillionResult } from './million.ts';
import type { TalkResult } from './talk.ts';

export interface Figures {
  readonly talks: readonly { readonly bytes: number; readonly cores: 1 | 2; readonly result: TalkResult }[];
  readonly million: { readonly messages: number; readonly result: MillionResult };
  readonly routing: readonly { readonly handlers: number; readonly result: RoutingResult }[];
  readonly serialise: readonly { readonly bytes: number; readonly results: readonly SerialiseResult[] }[];
}

export interface Goal {
  readonly goal: string;
  readonly measured: number;
  readonly met: boolean;
}

/** B3, at the smallest payload: what a message costs beside what it carries. */
export function judge({ talks, million, routing, serialise }: Figures): readonly Goal[] {
  const small = (cores: 1 | 2): TalkResult =>
    talks.find((each) => each.cores === cores)?.result as TalkResult;
  const [near, far] = [small(1), small(2)];
  const most = routing.at(-1)?.result.microsecondsPerMessage ?? Number.NaN;
  const kilobyte = serialise.find(({ bytes }) => bytes === 1_000)?.results[0]?.microseconds ?? Number.NaN;
  const { lost, outOfOrder, heapGrowthMb } = million.result;
  return [
    atMost('round trip p99 on one core, ms', 0.3, near.figures.ours.p99Ms),
    atMost('round trip p99 on one core against the floor', 1.3, near.p99OverFloor),
    atMost('round trip p99 on two cores against the floor', 1.3, far.p99OverFloor),
    atLeast('messages per second, pipelined', 40_000, far.figures.ours.perSecond),
    atLeast('messages per second against vscode-jsonrpc', 2, far.perSecondOverPeer),
    atMost('routing with 1,000 handlers, ms', 0.1, most / 1000),
    atMost('writing and reading 1 KB, ms', 0.01, kilobyte / 1000),
    atMost(`lost or out of order in ${million.messages.toLocaleString('en')}`, 0, lost + outOfOrder),
    atMost('memory in use of both processes grows by, MB', 8, heapGrowthMb),
  ];
}

const atMost = (goal: string, limit: number, measured: number): Goal => ({
  goal: `${goal} ≤ ${limit}`,
  measured,
  met: measured <= limit,
});

const atLeast = (goal: string, limit: number, measured: number): Goal => ({
  goal: `${goal} ≥ ${limit.toLocaleString('en')}`,
  measured,
  met: measured >= limit,
});

export const goalLines = (goals: readonly Goal[]): readonly string[] =>
  goals.map(({ goal, measured, met }) => `${met ? '✓' : '✗'} ${goal}: ${figure(measured)}`);

export function talkTable({ talks }: Figures): string {
  const head = ['over a unix socket', 'payload', 'floor', 'ours', '÷ floor', 'vscode-jsonrpc', '÷ peer'];
  const rows = talks.flatMap(({ bytes, cores, result }) => {
    const { floor, ours, peer } = result.figures;
    const row = (title: string, key: keyof typeof ours, overFloor?: number, overPeer?: number) => [
      title,
      `${figure(bytes)} B, ${cores === 1 ? 'one core' : 'two cores'}`,
      figure(floor[key]),
      figure(ours[key]),
      figure(overFloor ?? ours[key] / floor[key]),
      figure(peer[key]),
      figure(overPeer ?? ours[key] / peer[key]),
    ];
    return [
      row('round trip p50, ms', 'p50Ms', result.p50OverFloor),
      row('round trip p99, ms', 'p99Ms', result.p99OverFloor),
      row('pipelined messages/s', 'perSecond', undefined, result.perSecondOverPeer),
    ];
  });
  return table(head, rows);
}

export function inProcessTable({ routing, serialise, million }: Figures): string {
  const { perSecond, heapGrowthMb, rssGrowthMb } = million.result;
  return table(
    ['by itself', 'size', 'measured'],
    [
      ...routing.map(({ handlers, result }) => [
        'request in, answer out, µs',
        `${figure(handlers)} handlers`,
        figure(result.microsecondsPerMessage),
      ]),
      ...serialise.flatMap(({ bytes, results }) =>
        results.map(({ framing, microseconds }) => [
          `write and read ${framing}, µs`,
          `${figure(bytes)} B`,
          figure(microseconds),
        ]),
      ),
      ['answered in order, messages/s', figure(million.messages), figure(perSecond)],
      ['memory in use grew by, MB', figure(million.messages), figure(heapGrowthMb)],
      ['resident memory grew by, MB', figure(million.messages), figure(rssGrowthMb)],
    ],
  );
}
