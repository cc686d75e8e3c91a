import type { AgentPresence, PlayerSettings } from '@symphony/domain';
import { openStage, realAgent, type Stage } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KNOWN } from '../../../src/agent/claude/detect.ts';
import { openClaude } from '../../../src/agent/claude/index.ts';
import { isKnown } from '../../../src/agent/program/index.ts';

const port = openClaude({ instance: 'test-presence' });
const player = (command: string): PlayerSettings => ({
  agent: 'claude',
  slots: null,
  stallTimeoutMs: null,
  model: null,
  command,
});

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const detect = (command: string, env: Record<string, string> = {}): Promise<AgentPresence | undefined> =>
  port.detect?.({ player: player(command), env: { ...stage.env, ...env } }) as Promise<AgentPresence>;

describe('with a program in its place', () => {
  const standIn = (version: string, status: string) =>
    stage.program('claude', `#!/bin/sh\ncase "$1" in --version) ${version} ;; auth) ${status} ;; esac\n`);

  const CASES: readonly (readonly [string, string, string, Partial<AgentPresence>])[] = [
    [
      'one who is logged in',
      "echo '2.1.325 (Claude Code)'",
      `echo '{"loggedIn":true,"authMethod":"claude.ai"}'`,
      { version: '2.1.325', known: true, login: 'yes', fix: null },
    ],
    [
      'one who is not',
      "echo '2.1.325 (Claude Code)'",
      `echo '{"loggedIn":false,"authMethod":"none"}'; exit 1`,
      {
        version: '2.1.325',
        login: 'no',
        fix: expect.stringContaining('ANTHROPIC_API_KEY') as unknown as string,
      },
    ],
    [
      'a version from before',
      "echo '2.0.14 (Claude Code)'",
      'echo unknown command; exit 1',
      {
        version: '2.0.14',
        known: false,
        login: 'unknown',
        fix: expect.stringContaining('2.1.197') as unknown as string,
      },
    ],
    [
      'a program that is something else',
      'exit 0',
      'exit 0',
      { version: null, known: null, login: 'unknown' },
    ],
  ];
  test.for(CASES)('%s', async ([, version, status, expected]) => {
    expect(await detect(await standIn(version, status))).toMatchObject(expected);
  });

  test('one that never answers is not waited for', async () => {
    const before = Date.now();
    const found = await detect(await standIn('exec sleep 60', ''));
    expect(found).toMatchObject({ version: null, known: null });
    expect(found?.detail).toContain('did not answer in time');
    expect(found?.fix).not.toContain('install');
    expect(Date.now() - before).toBeLessThan(10_000);
  });
});

test('a program that is not there says how to get it', async () => {
  expect(await detect(`${stage.tmp}/nowhere`)).toMatchObject({
    version: null,
    known: null,
    fix: expect.stringContaining('npm install'),
  });
});

test('the range of known versions', () => {
  const versions = ['2.1.99', '2.1.196', '2.1.197', '2.1.1000', '2.30.0', '3.0.0', '10.0.0'];
  expect(versions.filter((version) => isKnown(version, KNOWN))).toEqual(['2.1.197', '2.1.1000', '2.30.0']);
});

test('the real program is found, with and without a key, and no model is asked', async ({ skip }) => {
  const real = realAgent('claude');
  if ('reason' in real) return skip(real.reason);
  const key = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: stage.server.base() };
  const before = Date.now();
  expect(await detect(real.path, key)).toMatchObject({ known: true, login: 'yes', fix: null });
  expect(Date.now() - before).toBeLessThan(10_000);
  expect(await detect(real.path)).toMatchObject({ known: true, login: 'no' });
  expect(stage.server.requests).toEqual([]);
});

test('its own screen is started on the session, and the token stays out of the arguments', () => {
  const launch = port.interactive?.({
    player: { ...player('claude'), model: 'opus' },
    cwd: '/repo',
    env: { HOME: '/home/somebody' },
    session: 'a-session',
    tools: { name: 'symphony', url: 'http://127.0.0.1:1/mcp', token: 'secret-token' },
  });
  expect(launch).toMatchObject({ command: 'claude', cwd: '/repo' });
  expect(launch?.args.slice(0, 2)).toEqual(['--resume', 'a-session']);
  expect(launch?.args.slice(-4)).toEqual(['--model', 'opus', '--permission-mode', 'default']);
  expect(launch?.args.join(' ')).not.toContain('secret-token');
  expect(launch?.env).toMatchObject({ HOME: '/home/somebody', SYMPHONY_TOOLS_TOKEN: 'secret-token' });
});
