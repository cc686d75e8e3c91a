import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolServer } from '@symphony/domain';
import { expect, onTestFinished, test } from 'vitest';
import { openEndpointHost } from '../../../src/mcp/endpoint-host.ts';
import { SystemClock } from '../../../src/system-clock.ts';
import { suiteTools } from './suite-tools.ts';

/** Scenarios of the suite that ask for what Symphony does not offer to agents, each with the reason. */
const NOT_OFFERED = {
  'logging-set-level': 'No log messages are sent to agents.',
  'tools-call-with-logging': 'No log messages are sent to agents.',
  'completion-complete': 'Nothing is offered whose arguments could be completed.',
  'resources-list': 'No resources are offered.',
  'resources-read-text': 'No resources are offered.',
  'resources-read-binary': 'No resources are offered.',
  'resources-templates-read': 'No resources are offered.',
  'resources-subscribe': 'No resources are offered.',
  'resources-unsubscribe': 'No resources are offered.',
  'prompts-list': 'No prompts are offered.',
  'prompts-get-simple': 'No prompts are offered.',
  'prompts-get-with-args': 'No prompts are offered.',
  'prompts-get-embedded-resource': 'No prompts are offered.',
  'prompts-get-with-image': 'No prompts are offered.',
  'server-sse-polling': 'A broken stream is not resumed; a question asked again goes on with the same wait.',
};

const OFFERED = [
  'dns-rebinding-protection',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'json-schema-2020-12',
  'ping',
  'server-initialize',
  'server-sse-multiple-streams',
  'tools-call-audio',
  'tools-call-elicitation',
  'tools-call-embedded-resource',
  'tools-call-error',
  'tools-call-image',
  'tools-call-mixed-content',
  'tools-call-sampling',
  'tools-call-simple-text',
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
  const known = join(folder, 'not-offered.json'); // JSON is YAML too
  writeFileSync(known, JSON.stringify({ server: Object.keys(NOT_OFFERED) }));
  const results = join(folder, 'results');
  const args = [
    program,
    'server',
    '--url',
    url,
    '--suite',
    'all',
    '--expected-failures',
    known,
    '-o',
    results,
  ];
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

test('M4 the server passes the public conformance suite in all that it offers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const host = await openEndpointHost({ clock: new SystemClock(0), version: '1.2.3', warn: () => undefined });
  onTestFinished(() => host.close());
  const url = await withToken(host.open(() => suiteTools).server);
  const { code, output } = await runSuite(url, folder);
  expect(code, output).toBe(0);
  expect(passedIn(folder)).toEqual(OFFERED);
}, 150_000);
