import { medians } from '../statistics.ts';
import { GOALS } from './goals.ts';
import { type AgentsPart, alone, type Row } from './part.ts';
import { linesOf, recordingsAbsent, STREAMS, type StreamName } from './recorded-stream.ts';
import { type Recording, type RecordRequest, recordEvents } from './recording.ts';

const TIMES = 1_000;
const ROUNDS = 5;
const PROCESSES = 3;
const NAMES: readonly StreamName[] = ['claude', 'codex'];

interface TranslateRequest {
  readonly kind: 'translate';
  readonly stream: StreamName;
}

interface Translation {
  readonly parseMicros: number;
  readonly translateMicros: number;
  readonly ratio: number;
}

/** What one event costs: its line translated, then decided on and recorded. */
export const eventsPart: AgentsPart = {
  name: 'events',
  async measure(request) {
    const wanted = request as TranslateRequest | RecordRequest;
    return wanted.kind === 'translate' ? translateOften(wanted) : recordEvents(wanted);
  },
  async rows(ask, quick) {
    const absent = recordingsAbsent();
    if (absent !== null) {
      console.error(`  events are left out: ${absent}`);
      return [];
    }
    const often = async <T extends object>(request: TranslateRequest | RecordRequest): Promise<T> => {
      const found: T[] = [];
      for (let count = 0; count < (quick ? 1 : PROCESSES); count++) found.push(await ask<T>(request));
      return medians(found);
    };
    const rows: Row[] = [];
    for (const stream of NAMES) {
      rows.push(translatedRow(stream, await often<Translation>({ kind: 'translate', stream })));
      for (const pace of ['burst', 'single'] as const)
        rows.push(...recordedRows(stream, pace, await often<Recording>({ kind: 'record', stream, pace })));
    }
    return rows;
  },
};

function translateOften({ stream }: TranslateRequest): Translation {
  const lines = linesOf(stream);
  const perLine = (play: () => void): number => {
    const began = performance.now();
    for (let time = 0; time < TIMES; time++) play();
    return ((performance.now() - began) * 1000) / (TIMES * lines.length);
  };
  let sum = 0; // what is never looked at might never be made
  const parse = (): void => {
    for (const line of lines) sum += Object.keys(JSON.parse(line)).length;
  };
  const translate = (): void => STREAMS[stream].translate(lines, () => sum++);
  const rounds: Translation[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [parseMicros, translateMicros] = [perLine(parse), perLine(translate)];
    // The first one is for the compiler.
    if (round > 0) rounds.push({ parseMicros, translateMicros, ratio: translateMicros / parseMicros });
  }
  if (sum === 0) throw new Error('nothing was read');
  return medians(rounds);
}

const translatedRow = (stream: StreamName, { parseMicros, translateMicros, ratio }: Translation): Row => ({
  what: `${stream}: line to event, µs a line`,
  size: null,
  ours: translateMicros,
  peer: { name: 'JSON.parse', value: parseMicros, ratio },
  goal: GOALS.translation,
});

const PACE = { burst: 'in bursts', single: 'one at a time' } as const;

const recordedRows = (stream: StreamName, pace: RecordRequest['pace'], found: Recording): Row[] => [
  {
    what: `${stream}: event to log, ${PACE[pace]}, µs an event`,
    size: null,
    ours: found.recordMicros,
    peer: { name: 'plain insert', value: found.insertMicros, ratio: found.ratio },
    goal: null,
  },
  ...(pace === 'single' ? [alone(`${stream}: events in a line`, found.eventsPerLine)] : []),
];
