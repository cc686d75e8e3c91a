import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import type { ModelRequest } from '@symphony/domain';
import { ManualClock, ScriptedModels } from '@symphony/testkit';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { Cancellation } from '../../src/cancellation.ts';
import { assess, lifetimeMs, readAssessment } from '../../src/memory/assess.ts';
import { Memories } from '../../src/memory/memories.ts';
import { dueForAnalysis, type LoggedMessage, RealtimeLog } from '../../src/memory/realtime-log.ts';
import { Recollection } from '../../src/memory/recollection.ts';
import { DAY, NOW, SEED } from '../recorded.ts';
import { sessionWith } from '../session-with.ts';

const HOUR = 60 * 60 * 1000;
const MINUTE = 60_000;
const ASSESSMENT = {
  importance: 0.8,
  summary: 'The user drinks tea only.',
  tags: ['Tea', 'tea', ' drinks '],
  topics: ['drinks'],
  reasoning: 'A lasting preference.',
};

describe(`R17 memory (seed ${SEED})`, () => {
  let clock: ManualClock;
  let cabinet: MemoryCabinet;
  let log: RealtimeLog;
  let memories: Memories;
  const stop = new Cancellation(null);
  beforeEach(() => {
    clock = new ManualClock(NOW);
    cabinet = new MemoryCabinet();
    let count = 0;
    const names = (prefix: string) => `${prefix}-${String(++count).padStart(4, '0')}`;
    log = new RealtimeLog(cabinet, clock, names);
    memories = new Memories(cabinet, clock, names);
  });

  describe('what was said', () => {
    test('R17 a hundred messages are kept, the last ten are told, oldest first, each user apart', async () => {
      for (let count = 1; count <= 130; count += 1) {
        log.log('ann', count % 2 ? 'user' : 'assistant', `word ${count}`);
        await clock.advance(1);
      }
      log.log('bob', 'user', 'hello');
      expect(log.all('ann').map(({ text }) => text)).toEqual(
        Array.from({ length: 100 }, (_, index) => `word ${index + 31}`),
      );
      expect(log.forPrompt('ann').map(({ text }) => text)).toEqual(
        Array.from({ length: 10 }, (_, index) => `word ${index + 121}`),
      );
      expect(log.all('bob')).toHaveLength(1);
    });

    test('R17 for twenty-four hours', async () => {
      log.log('ann', 'user', 'early');
      await clock.advance(DAY - 1);
      expect(log.all('ann')).toHaveLength(1);
      await clock.advance(1);
      expect(log.all('ann')).toEqual([]);
    });

    test('R17 it is due half an hour after the last word, when something is new', () => {
      const message = (minutesAgo: number, analysed: boolean): LoggedMessage => ({
        id: 'm',
        role: 'user',
        text: 'x',
        at: NOW - minutesAgo * MINUTE,
        analysed,
      });
      expect(dueForAnalysis([message(30, false)], NOW)).toBe(true);
      expect(dueForAnalysis([message(29, false)], NOW)).toBe(false);
      expect(dueForAnalysis([message(90, false), message(29, true)], NOW)).toBe(false);
      expect(dueForAnalysis([message(90, true)], NOW)).toBe(false);
      expect(dueForAnalysis([], NOW)).toBe(false);
    });
  });

  describe('judging', () => {
    test.each([
      [1, null],
      [0.7, null],
      [0.69, 30 * DAY],
      [0.5, 30 * DAY],
      [0.49, 7 * DAY],
      [0.3, 7 * DAY],
      [0.29, 3 * DAY],
      [0, 3 * DAY],
    ])('R17 what matters %f lives %s ms', (importance, lifetime) => {
      expect(lifetimeMs(importance)).toBe(lifetime);
    });

    test('R17 the more it matters the longer it lives', () => {
      const length = (importance: number) => lifetimeMs(importance) ?? Number.POSITIVE_INFINITY;
      fc.assert(
        fc.property(
          fc.double({ min: 0, max: 1, noNaN: true }),
          fc.double({ min: 0, max: 1, noNaN: true }),
          (a, b) => {
            if (a <= b) expect(length(a)).toBeLessThanOrEqual(length(b));
          },
        ),
        { seed: SEED },
      );
    });

    test('R17 an answer is checked: importance, summary, tags, topics, reasoning', () => {
      expect(readAssessment(`Sure: ${JSON.stringify(ASSESSMENT)}`)).toEqual({
        ...ASSESSMENT,
        tags: ['tea', 'drinks'],
      });
      const read = (change: object) => readAssessment(JSON.stringify({ ...ASSESSMENT, ...change }));
      expect(read({ importance: 1.1 })).toBeNull();
      expect(read({ summary: 'Too short' })).toBeNull();
      expect(read({ tags: [] })).toBeNull();
      expect(readAssessment('no idea')).toBeNull();
      const letters = [...'abcdefghijklm'];
      const long = read({ tags: letters, topics: letters, reasoning: 'r'.repeat(900) });
      expect([long?.tags.length, long?.topics.length, long?.reasoning.length]).toEqual([10, 5, 500]);
    });

    test('R17 a weak model has five seconds, then there is no judgement', async () => {
      const models = new ScriptedModels([{ fault: 'hangs' }]);
      const { session } = sessionWith(models, { clock });
      const ask = (request: ModelRequest, signal: typeof session.signal) => session.ask(request, { signal });
      const judging = assess('I drink tea', ask, { clock, signal: session.signal });
      await clock.advance(4_999);
      expect(models.stopped).toBe(0);
      await clock.advance(1);
      expect(await judging).toBeNull();
      expect(models.stopped).toBe(1);
      expect(models.requests[0]).toMatchObject({ tier: 'weak', purpose: 'remember' });
      expect(clock.due).toEqual([]);
    });
  });

  describe('what is remembered', () => {
    test('R17 newest first, by words, tags and kind; until its time is up', async () => {
      memories.remember('ann', { content: 'Likes green tea', importance: 0.9, tags: ['tea'] });
      await clock.advance(1);
      memories.remember('ann', { content: 'Flies to Rome in May', importance: 0.6, type: 'event' });
      await clock.advance(1);
      memories.remember('ann', { content: 'Tea at four', importance: 0.1, tags: ['tea', 'today'] });
      memories.remember('bob', { content: 'Hates tea' });
      const found = (search?: Parameters<Memories['search']>[1]) =>
        memories.search('ann', search).map(({ content }) => content);
      expect(found()).toEqual(['Tea at four', 'Flies to Rome in May', 'Likes green tea']);
      expect(found({ text: 'the tea' })).toEqual(['Tea at four', 'Likes green tea']);
      expect(found({ tags: ['Tea', 'today'] })).toEqual(['Tea at four']);
      expect(found({ type: 'event' })).toEqual(['Flies to Rome in May']);
      expect(found({ limit: 1 })).toEqual(['Tea at four']);
      await clock.advance(3 * DAY);
      expect(found()).toEqual(['Flies to Rome in May', 'Likes green tea']);
      await clock.advance(400 * DAY);
      expect(found()).toEqual(['Likes green tea']);
    });

    test('R17 the last five that matter are told', async () => {
      for (let count = 1; count <= 8; count += 1) {
        memories.remember('ann', { content: `fact ${count}`, importance: count === 8 ? 0.69 : 0.7 });
        await clock.advance(1);
      }
      expect(memories.forPrompt('ann').map(({ content }) => content)).toEqual(
        ['7', '6', '5', '4', '3'].map((count) => `fact ${count}`),
      );
    });

    test('R17 what an intent wants kept is kept', () => {
      const memory = memories.rememberIntent({
        type: 'memory',
        userId: 'ann',
        memoryType: 'preference',
        content: 'Short answers.',
        sourceRole: 'chat',
        importance: 0.5,
        tags: [],
      });
      expect(memories.search('ann')).toEqual([memory]);
      expect(memory).toMatchObject({ type: 'preference', source: 'chat', expiresAt: NOW + 30 * DAY });
    });
  });

  describe('from one to the other', () => {
    let recollection: Recollection;
    beforeEach(() => {
      recollection = new Recollection(log, memories, () => 'ann');
    });

    test('R17 after half an hour of silence what was said is judged and kept, once', async () => {
      const models = new ScriptedModels([{ text: JSON.stringify(ASSESSMENT) }]);
      const { session } = sessionWith(models);
      const analyse = () =>
        recollection.analyse('ann', (request, signal) => session.ask(request, { signal }), {
          clock,
          signal: stop,
        });
      log.log('ann', 'user', 'I only drink tea.');
      expect(await analyse()).toBeNull();
      await clock.advance(HOUR / 2);
      expect(await analyse()).toMatchObject({
        summary: ASSESSMENT.summary,
        type: 'conversation',
        expiresAt: null,
      });
      expect(log.all('ann')).toMatchObject([{ analysed: true }]);
      expect(await analyse()).toBeNull();
      expect(models.requests).toHaveLength(1);
      expect(JSON.stringify(models.requests[0]?.messages)).toContain('I only drink tea.');
    });

    test('R17 what could not be judged stays to be judged', async () => {
      const { session } = sessionWith(new ScriptedModels([{ fault: 'fails' }]));
      log.log('ann', 'user', 'I only drink tea.');
      await clock.advance(HOUR);
      const ask = (request: ModelRequest) => session.ask(request);
      expect(await recollection.analyse('ann', ask, { clock, signal: stop })).toBeNull();
      expect(log.all('ann')).toMatchObject([{ analysed: false }]);
      expect(memories.search('ann')).toEqual([]);
    });

    test('R17 before a request: what matters always, what was said lately when it is needed', async () => {
      memories.remember('ann', { content: 'x', summary: 'Drinks tea.', importance: 0.9 });
      log.log('ann', 'user', 'Good morning.');
      const { session } = sessionWith(new ScriptedModels([]));
      expect(await recollection.recall(session, [])).toEqual(['Remembered: Drinks tea.']);
      expect(await recollection.recall(session, ['recent_memory'])).toEqual([
        'Remembered: Drinks tea.',
        'User: Good morning.',
      ]);
    });
  });
});
