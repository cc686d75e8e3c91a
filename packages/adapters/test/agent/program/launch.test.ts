import { tmpdir } from 'node:os';
import type { AgentStart, Launch } from '@symphony/domain';
import { PortError } from '@symphony/domain';
import { trackedItem } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { launchAgent } from '../../../src/agent/program/index.ts';

const request = (confine?: (launch: Launch) => Launch): AgentStart => ({
  run: 'run-1',
  item: trackedItem('A'),
  attempt: 1,
  player: { agent: 'x', slots: null, stallTimeoutMs: null, model: null },
  cwd: tmpdir(),
  env: { PATH: '/usr/bin:/bin' },
  prompt: '',
  resume: null,
  ...(confine && { confine }),
});

/** A sandbox starts the program itself: what is missing would only be seen as an exit of the sandbox. */
const inSandbox = (launch: Launch): Launch => ({
  ...launch,
  command: '/usr/bin/env',
  args: [launch.command, ...launch.args],
});

test.each([
  ['unconfined', undefined],
  ['in a sandbox', inSandbox],
])('a program that is not installed is told as missing, %s', async (_where, confine) => {
  const program = { instance: 'test', name: 'x', command: 'no-such-agent', args: [] };
  const failed = await launchAgent(
    request(confine),
    program,
    () => undefined,
    () => undefined,
  ).catch((error) => error);
  expect(failed).toBeInstanceOf(PortError);
  expect((failed as PortError).failure.code).toBe('missing');
});
