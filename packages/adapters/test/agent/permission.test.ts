import type { Json } from '@symphony/domain';
import type { Heard } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RehearsalHall } from './hall.ts';

let hall: RehearsalHall;

beforeEach(() => {
  hall = new RehearsalHall();
});

afterEach(() => hall.close());

const PUSH: Json = [{ permission: 'git push' }, { say: 'pushed' }, { say: 'the rest' }];

async function asked(script: Json, resume: string | null = null): Promise<Heard> {
  const heard = await hall.play(script, { resume });
  await heard.until('permission');
  return heard;
}

async function answer(heard: Heard, text: string): Promise<void> {
  await heard.session.answer?.(heard.of('permission').at(-1)?.request.id ?? '', text);
  await heard.until('turn-ended');
  await heard.session.stop(1_000);
}

describe('C20 a rehearsal that asks for leave', () => {
  test.each<[Json, object]>([
    ['git push', { tool: 'Bash', command: 'git push', summary: 'git push', paths: [] }],
    [
      { command: 'rm -r x', paths: ['x'] },
      { tool: 'Bash', command: 'rm -r x', summary: 'rm -r x', paths: ['x'] },
    ],
    [
      { tool: 'Write', paths: ['a', '/b'] },
      { tool: 'Write', command: null, summary: 'a, /b', paths: ['a', '/b'] },
    ],
    [{ tool: 'WebFetch' }, { tool: 'WebFetch', command: null, summary: 'WebFetch', paths: [] }],
  ])('tells what it wants to do: %j', async (permission, request) => {
    const heard = await asked([{ permission }]);
    const id = heard.of('permission')[0]?.request.id;
    expect(heard.of('permission')).toEqual([{ type: 'permission', request: { id, ...request } }]);
    await heard.session.stop(0);
  });

  test.each([
    ['allow', ['pushed', 'the rest']],
    ['deny', ['I was not allowed to use Bash: git push', 'the rest']],
    ['whatever', ['I was not allowed to use Bash: git push', 'the rest']],
  ])('waits, and after %j the next step is done or left out', async (verdict, words) => {
    const heard = await asked(PUSH);
    expect(heard.messages()).toEqual([]);
    await answer(heard, verdict);
    expect(heard.messages()).toEqual(words);
    expect(heard.end()).toEqual({ status: 'completed', message: 'the rest' });
  });

  test('may end with it', async () => {
    const heard = await asked([{ permission: 'git push' }]);
    await answer(heard, 'deny');
    expect(heard.end()?.status).toBe('completed');
  });

  test('asks again under the same name after a restart, and the verdict is no answer to a question', async () => {
    const script = [...(PUSH as Json[]), { say: 'heard {{answer}}' }];
    const first = await asked(script);
    await first.session.stop(0);
    const second = await asked(script, first.sessionId());
    expect(second.of('permission')).toEqual(first.of('permission'));
    await answer(second, 'deny');
    expect(second.end()?.message).toBe('heard {{answer}}');
  });
});
