import type { Intent, Json, Tool } from '@symphony/domain';
import { ManualClock, ScriptedModels } from '@symphony/testkit';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { IntentDesk, type IntentHandlers, leaveIntent, processIntents } from '../../src/intents/process.ts';
import { readIntent } from '../../src/intents/validate.ts';
import { NOW, SEED } from '../recorded.ts';
import { sessionWith } from '../session-with.ts';

const AUDIT = { type: 'audit', action: 'deleted a file' };

describe(`R17 intents (seed ${SEED})`, () => {
  test.each<[Json, Intent]>([
    [
      { type: 'notification', message: ' Done. ', channel: 'desk' },
      {
        type: 'notification',
        message: 'Done.',
        channel: 'desk',
        priority: 'medium',
        notificationType: 'info',
      },
    ],
    [
      {
        type: 'notification',
        message: 'Done.',
        channel: 'desk',
        user_id: 'u',
        priority: 'normal',
        notification_type: 'success',
      },
      {
        type: 'notification',
        message: 'Done.',
        channel: 'desk',
        userId: 'u',
        priority: 'medium',
        notificationType: 'success',
      },
    ],
    [AUDIT, { type: 'audit', action: 'deleted a file', details: {}, severity: 'info' }],
    [
      { type: 'workflow', workflow_type: 'nightly', parameters: { a: 1 }, tasks: ['t'], request_id: 'r' },
      {
        type: 'workflow',
        workflowType: 'nightly',
        parameters: { a: 1 },
        priority: 0,
        tasks: ['t'],
        requestId: 'r',
      },
    ],
    [
      { type: 'error', errorType: 'net', errorMessage: 'No route.', recoverable: null },
      { type: 'error', errorType: 'net', errorMessage: 'No route.', errorDetails: {}, recoverable: true },
    ],
    [
      {
        type: 'memory_write',
        user_id: 'u',
        memory_type: 'fact',
        content: 'Tea, not coffee.',
        source_role: 'chat',
      },
      {
        type: 'memory',
        userId: 'u',
        memoryType: 'fact',
        content: 'Tea, not coffee.',
        sourceRole: 'chat',
        importance: 0.5,
        tags: [],
      },
    ],
    [
      { type: 'synthesis', sources: ['a'] },
      { type: 'synthesis', sources: ['a'], format: 'summary' },
    ],
  ])('R17 %j is read with its usual values', (raw, intent) => {
    expect(readIntent(raw)).toEqual({ kind: 'valid', intent });
  });

  test.each<[Json, RegExp]>([
    [{ type: 'notification', message: '', channel: 'x' }, /`message`/],
    [
      { type: 'notification', message: 'x', channel: 'x', priority: 'urgent' },
      /`priority` must be one of low/,
    ],
    [{ type: 'audit', action: 'x', severity: 'loud' }, /`severity`/],
    [{ type: 'audit', action: 'x', details: [] }, /`details` must be an object/],
    [{ type: 'workflow', workflowType: 'x', priority: -1 }, /`priority` must be 0 or more/],
    [{ type: 'workflow', workflowType: 'x', tasks: 'all' }, /`tasks` must be a list/],
    [{ type: 'error', errorType: 'x', errorMessage: 'x', recoverable: 'yes' }, /`recoverable`/],
    [{ type: 'memory', userId: 'u', memoryType: 'dream', content: 'x', sourceRole: 'r' }, /`memoryType`/],
    [
      { type: 'memory', userId: 'u', memoryType: 'fact', content: 'x', sourceRole: 'r', importance: 1.1 },
      /0 to 1/,
    ],
    [{ type: 'synthesis', sources: [] }, /at least 1/],
    ['audit', /an object with a type/],
  ])('R17 %j is refused, and why is said', (raw, problem) => {
    expect(readIntent(raw)).toMatchObject({ kind: 'invalid', problem: expect.stringMatching(problem) });
  });

  test('R17 whatever was left, reading it never throws', () => {
    const type = fc.constantFrom(
      'notification',
      'audit',
      'workflow',
      'error',
      'memory',
      'synthesis',
      'constructor',
    );
    const raw = fc
      .tuple(type, fc.dictionary(fc.string(), fc.jsonValue()))
      .map(([name, more]) => ({ ...more, type: name }));
    fc.assert(
      fc.property(raw as fc.Arbitrary<Json>, (each) => {
        expect(['valid', 'invalid', 'unknown']).toContain(readIntent(each).kind);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  describe('after a run', () => {
    let warnings: string[];
    let done: string[];
    const clock = new ManualClock(NOW);
    const note = ({ type }: Intent): void => void done.push(type);
    const handlers: IntentHandlers = { audit: note, error: note, notification: note };
    const process = (raw: readonly Json[], given: IntentHandlers = handlers) =>
      processIntents(raw, given, { clock, warn: (message) => warnings.push(message) });
    const notice = { type: 'notification', message: 'x', channel: 'x' };
    beforeEach(() => {
      warnings = [];
      done = [];
    });

    test('R17 they are carried out in order, each apart from the failure of the others', async () => {
      const failing = { ...handlers, error: () => Promise.reject(new Error('No room.')) };
      const error = { type: 'error', errorType: 'x', errorMessage: 'x' };
      const outcome = await process([AUDIT, error, { type: 'audit' }, { type: 'dance' }, notice], failing);
      expect(outcome).toEqual({
        processed: 2,
        failed: 2,
        errors: [
          'Intent 2 (error): No room.',
          expect.stringMatching(/^Intent 3: audit is not valid: `action`/),
        ],
      });
      expect(done).toEqual(['audit', 'notification']);
      expect(warnings).toEqual([expect.stringContaining('"dance"')]);
    });

    test('R17 a handler that throws at once, or is not there, is a failure of its own', async () => {
      const throwing: IntentHandlers = {
        audit: () => {
          throw new Error('Now.');
        },
      };
      expect(await process([AUDIT, notice], throwing)).toEqual({
        processed: 0,
        failed: 2,
        errors: ['Intent 1 (audit): Now.', expect.stringContaining('Nobody carries out')],
      });
    });

    test('R17 a handler that never ends holds nobody up for ever', async () => {
      const hanging = { ...handlers, audit: () => new Promise<void>(() => undefined) };
      const outcome = process([AUDIT, notice], hanging);
      await clock.advance(30_000);
      expect(await outcome).toMatchObject({ processed: 1, failed: 1 });
      expect(done).toEqual(['notification']);
    });

    test('R17 tools leave them during the run, and nothing happens before its end', async () => {
      const tool: Tool = {
        name: 'a.b',
        description: 'Leaves an intent.',
        input: { type: 'object' },
        run: (_, context) => {
          context.intend(AUDIT);
          return null;
        },
      };
      const { session, events } = sessionWith(new ScriptedModels([]), { tools: [tool] });
      await session.callTool({ id: 'c', tool: 'a.b', input: {} });
      expect(done).toEqual([]);
      const desk = new IntentDesk(handlers, (message) => warnings.push(message));
      expect(await desk.process(session)).toEqual({ processed: 1, failed: 0, errors: [] });
      expect(done).toEqual(['audit']);
      expect(events).toContainEqual({
        type: 'intent',
        intent: { type: 'audit', action: 'deleted a file', details: {}, severity: 'info' },
      });
    });

    test('R17 without a collector an intent is orphaned, and somebody is told', () => {
      const collector: Json[] = [];
      const warn = (message: string) => warnings.push(message);
      expect(leaveIntent(AUDIT, collector, warn)).toBe('collected');
      expect(warnings).toEqual([]);
      expect(leaveIntent(AUDIT, null, warn)).toBe('orphaned');
      expect(warnings).toEqual([expect.stringMatching(/audit was left outside of a session/)]);
    });
  });
});
