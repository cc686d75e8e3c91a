import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolServer } from '@symphony/domain';
import { expect, onTestFinished, test } from 'vitest';
import { openEndpointHost } from '../../../src/mcp/endpoint-host.ts';
import { SystemClock } from '../../../src/system-clock.ts';
import { suiteOffer } from './suite-offer.ts';

/** All of the suite: a scenario that a newer suite adds must be looked at. */
const SCENARIOS = [
  'completion-complete',
  'dns-rebinding-protection',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'json-schema-2020-12',
  'logging-set-level',
  'ping',
  'prompts-get-embedded-resource',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-with-image',
  'prompts-list',
  'resources-list',
  'resources-read-binary',
  'resources-read-text',
  'resources-subscribe',
  'resources-templates-read',
  'resources-unsubscribe',
  'server-initialize',
  'server-sse-multiple-streams',
  'server-sse-polling',
  'tools-call-audio',
  'tools-call-elicitation',
  'tools-call-embedded-resource',
  'tools-call-error',
  'tools-call-image',
  'tools-call-mixed-content',
  'tools-call-sampling',
  'tools-call-simple-text',
  'tools-call-with-logging',
  'tools-call-with-progress',
  'tools-list',
];

/** The suite cannot send a token, so it calls through here, where ours is added and nothing else changed. */
async function withToken({ url, token }: ToolServer): Promise<string> {
  const gate = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const onward = request(url, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        gate.close(() => resolve());
        gate.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(gate.address() as AddressInfo).port}/mcp`;
}

const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

function runSuite(url: string, folder: string): Promise<{ code: number; output: string }> {
  const args = [program, 'server', '--url', url, '--suite', 'all', '-o', join(folder, 'results')];
  const env = { PATH: process.env.PATH ?? '', HOME: folder };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr }),
    );
  });
}

interface Check {
  readonly status: 'SUCCESS' | 'INFO' | 'WARNING' | 'FAILURE';
}

/** The scenarios that were played and in which at least one check succeeded and none failed. */
function passedIn(folder: string): string[] {
  const results = join(folder, 'results');
  const passed = readdirSync(results).filter((each) => {
    const checks = JSON.parse(readFileSync(join(results, each, 'checks.json'), 'utf8')) as Check[];
    const statuses = checks.map(({ status }) => status).filter((status) => status !== 'INFO');
    return statuses.length > 0 && statuses.every((status) => status === 'SUCCESS');
  });
  return passed.map((each) => each.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1')).sort();
}

test('M4 the server passes the public conformance suite, every scenario and every check of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const host = await openEndpointHost({ clock: new SystemClock(0), version: '1.2.3', warn: () => undefined });
  onTestFinished(() => host.close());
  const url = await withToken(host.open(() => suiteOffer).server);
  const { code, output } = await runSuite(url, folder);
  expect(code, output).toBe(0);
  expect(passedIn(folder)).toEqual(SCENARIOS);
}, 150_000);
