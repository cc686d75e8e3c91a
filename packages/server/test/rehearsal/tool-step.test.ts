import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRehearsal } from '@symphony/adapters/agent/rehearsal';
import type { Json, ToolServer } from '@symphony/domain';
import { Heard } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { item, openHost, runTools } from '../mcp/stage.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'symphony-tool-step-'));
  execFileSync('git', ['init', '--quiet', join(folder, 'chamber')]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function begin(script: Json, tools: ToolServer): Promise<Heard> {
  const port = openRehearsal({ instance: `test-${randomUUID()}`, sessions: join(folder, 'sessions') });
  const heard = new Heard();
  const request = {
    run: `run-${randomUUID()}`,
    item: { ...item('S-1'), fields: { rehearsal: script } },
    attempt: 1,
    player: { agent: 'rehearsal', slots: null, stallTimeoutMs: null, model: null },
    cwd: join(folder, 'chamber'),
    env: { PATH: process.env.PATH ?? '' },
    prompt: 'Do the work.',
    resume: null,
    tools,
  };
  expect(port.usesTools?.(request)).toBe(true);
  heard.session = await port.start(request, (event) => heard.take(event));
  return heard;
}

async function play(script: Json, tools: ToolServer): Promise<Heard> {
  const heard = await begin(script, tools);
  await heard.until('turn-ended');
  await heard.session.stop(2_000);
  return heard;
}

describe('a rehearsal that calls host tools', () => {
  test('M4 the real tool host is called, and what it says is {{result}}', async () => {
    const { host } = await openHost();
    const tools = runTools('S-1');
    const { server } = host.admit(tools);
    const deviation = {
      severity: 'major',
      expected: 'one factor',
      discovered: 'an offset too',
      action: 'left it out',
      reasoning: 'it cannot be converted',
      impact: 'temperatures',
    };
    const heard = await play(
      [
        { tool: { name: 'ask_human', arguments: { question: 'Which colour?' } } },
        { tool: { name: 'report_progress', arguments: { text: 'They say {{result}}', percent: 50 } } },
        { tool: { name: 'record_deviation', arguments: deviation, must: true } },
        { write: { path: 'said.txt', text: '{{result}}' } },
        { say: 'done' },
      ],
      server,
    );
    expect(heard.end()).toEqual({ status: 'completed', message: 'done' });
    expect(tools.asked).toEqual([
      ['ask', { question: 'Which colour?', choices: [], default: null }],
      ['progress', { text: 'They say Blue.', percent: 50 }],
      ['deviation', deviation],
    ]);
    expect(readFileSync(join(folder, 'chamber', 'said.txt'), 'utf8')).toContain('Put a stub in place');
    expect(heard.of('tool-started').map(({ name }) => name)).toEqual([
      'ask_human',
      'report_progress',
      'record_deviation',
      'write',
    ]);
    expect(heard.of('tool-ended').every(({ ok }) => ok)).toBe(true);
    expect(JSON.stringify(heard.events)).not.toContain(server.token);
  });

  test.each<[string, string, Json, RegExp]>([
    ['a tool nobody offers', 'fly', {}, /fly/],
    ['arguments it does not take', 'report_progress', { text: 5 }, /text/],
  ])(
    'M4 %s: the error is said and the script goes on; with must it fails the turn',
    async (_, name, given, words) => {
      const { host } = await openHost();
      const { server } = host.admit(runTools('S-1'));
      const step = (must: boolean): Json => ({ tool: { name, arguments: given, must } });
      const went = await play([step(false), { say: 'went on' }], server);
      expect(went.messages()).toEqual([expect.stringMatching(words), 'went on']);
      const stopped = await play([step(true), { say: 'not reached' }], server);
      expect(stopped.end()?.status).toBe('failed');
      expect(stopped.end()?.message).toMatch(words);
    },
  );

  test('M4 a call of a run that has ended opens nothing', async () => {
    const { host } = await openHost();
    const admission = host.admit(runTools('S-1'));
    admission.close();
    const heard = await play([{ tool: { name: 'get_context', must: true } }], admission.server);
    expect(heard.end()?.status).toBe('failed');
  });

  test('C14 a turn that is interrupted does not wait for the person who is asked; the next one goes on', async () => {
    const { host } = await openHost();
    const asked = Promise.withResolvers<void>();
    const tools = runTools('S-1', {
      askHuman: () => {
        asked.resolve();
        return new Promise(() => undefined);
      },
    });
    const heard = await begin(
      [{ tool: { name: 'ask_human', arguments: { question: 'Well?' } } }, { say: 'later' }],
      host.admit(tools).server,
    );
    await asked.promise;
    await heard.session.interrupt?.();
    await heard.until('turn-ended');
    expect(heard.end()?.status).toBe('interrupted');
    await heard.session.prompt('Go on.');
    await heard.until('turn-ended', 2);
    expect(heard.messages()).toEqual(['later']);
    await heard.session.stop(2_000);
  });
});
