import { describe, expect, test } from 'vitest';
import type { Block } from '../../../src/transcript/block.ts';
import { summaryOf } from '../../../src/transcript/deeds-summary.ts';
import { findInBlocks, neighbouringTurn } from '../../../src/transcript/find.ts';
import { Transcript } from '../../../src/transcript/transcript.ts';
import { Log } from './entries.ts';

const told = (log: Log): Transcript => {
  const transcript = new Transcript();
  for (const entry of log.entries) transcript.hear(entry);
  return transcript;
};

const kinds = (transcript: Transcript): string => transcript.blocks.map(({ kind }) => kind).join(' ');

const only = <K extends Block['kind']>(transcript: Transcript, kind: K): Block & { kind: K } => {
  const found = transcript.blocks.filter((block) => block.kind === kind);
  expect(found).toHaveLength(1);
  return found[0] as Block & { kind: K };
};

describe('C20 the transcript of an item', () => {
  test('tells runs, turns, words and deeds in order, and deeds after each other in one block', () => {
    const log = new Log().run().turn(1).says({ type: 'message', text: 'hello' });
    log.tool('a').tool('b', false, 2_500).says({ type: 'thought', text: 'hm' }).tool('c');
    const transcript = told(log);
    expect(kinds(transcript)).toBe('run turn message deeds thought deeds');
    expect(transcript.blocks[3]).toMatchObject({
      deeds: [
        { name: 'Bash', summary: 'run a', state: 'done', result: 'did a', ms: 1_000 },
        { state: 'failed', ms: 2_500 },
      ],
    });
  });

  test('a tool that ends after something was said is found where it began', () => {
    const log = new Log().run().turn(1);
    log.says({ type: 'tool-started', id: 'slow', name: 'Bash', summary: 'sleep' });
    log.says({ type: 'message', text: 'meanwhile' });
    log.says({ type: 'tool-ended', id: 'slow', ok: true, summary: 'awake' });
    const transcript = told(log);
    expect(kinds(transcript)).toBe('run turn deeds message');
    expect(only(transcript, 'deeds').deeds).toMatchObject([{ state: 'done', result: 'awake', ms: 2_000 }]);
  });

  test('a turn learns how it ended and what it used', () => {
    const log = new Log().run().turn(1);
    log.says({ type: 'usage', usage: { inputTokens: 100, outputTokens: 10, usd: 0.5 } });
    log.add({ type: 'turn-ended', item: 'i', run: 'r1', turn: 1, status: 'failed', message: 'out of ideas' });
    log.turn(2, 'try again');
    log.says({ type: 'usage', usage: { inputTokens: 150, outputTokens: 10, usd: 0.75 } });
    const [, first, second] = told(log).blocks;
    expect(first).toMatchObject({ spend: { usd: 0.5 }, end: { status: 'failed', message: 'out of ideas' } });
    expect(second).toMatchObject({ steering: 'try again', spend: { inputTokens: 50, usd: 0.25 }, end: null });
  });

  test('the plan stands at the side as it is now, and is no block', () => {
    const log = new Log().run();
    log.says({ type: 'plan', steps: [{ text: 'one', done: false }] });
    log.says({ type: 'plan', steps: [{ text: 'one', done: true }] });
    expect(told(log).plan).toEqual([{ text: 'one', done: true }]);
    expect(kinds(told(log))).toBe('run');
  });

  test('a question learns its answer', () => {
    const question = { id: 'q', text: 'which?', choices: ['a'], defaultAnswer: null, defaultAfterMs: null };
    const log = new Log().run().add({ type: 'question-asked', item: 'i', run: 'r1', question });
    expect(only(told(log), 'question')).toMatchObject({ answer: null, withdrawn: false });
    log.add({ type: 'question-answered', item: 'i', question: 'q', answer: 'a', by: 'eve' });
    expect(only(told(log), 'question').answer).toEqual({ by: 'eve', text: 'a' });
  });

  test('what agents write cannot hide or reorder anything', () => {
    const log = new Log().run();
    log.says({ type: 'message', text: '\u001b[31mred\u001b[0m \u001b]52;c;ZXZpbA==\u0007a\u202eb\u0000c' });
    expect(only(told(log), 'message').text).toBe('red abc');
  });

  test('an entry heard again changes nothing', () => {
    const log = new Log().run().turn(1).tool('a');
    const transcript = told(log);
    const before = [...transcript.blocks];
    for (const entry of log.entries) transcript.hear(entry);
    expect(transcript.blocks).toEqual(before);
  });

  test('an entry costs the same after thirty thousand as at first', () => {
    const transcript = new Transcript();
    const times: number[] = [];
    const log = new Log().run().turn(1);
    for (let at = 0; at < 10_000; at++) log.tool(`t${at}`).says({ type: 'message', text: `word ${at}` });
    for (const entry of log.entries) {
      if (entry.seq % 6_000 === 0) times.push(performance.now());
      transcript.hear(entry);
    }
    const parts = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    // Were it to look at all that came before, the last part would be many times the first.
    expect(parts.at(-1)).toBeLessThan(8 * Math.max(parts[0] ?? 0, 10));
    expect(transcript.blocks.length).toBe(20_002);
  });
});

describe('finding one’s way', () => {
  test('words are found in what is said and done, in any case', () => {
    const log = new Log()
      .run()
      .turn(1)
      .says({ type: 'message', text: 'The **Nee**dle' })
      .tool('needle')
      .turn(2);
    const { blocks } = told(log);
    expect(findInBlocks(blocks, ' needle')).toEqual([2, 3]);
    expect(findInBlocks(blocks, '  ')).toEqual([]);
  });

  test('from turn to turn', () => {
    expect(neighbouringTurn([1, 5, 9], 5, 1)).toBe(9);
    expect(neighbouringTurn([1, 5, 9], 5, -1)).toBe(1);
    expect(neighbouringTurn([1, 5, 9], 9, 1)).toBeNull();
  });

  test('many deeds in one line', () => {
    const log = new Log().run().tool('a').tool('b', false).tool('c');
    const summary = summaryOf(only(told(log), 'deeds').deeds);
    expect(summary).toEqual({ words: '3 steps: 3 Bash', failed: 1, latest: 'Bash run c', ms: 3_000 });
  });
});
