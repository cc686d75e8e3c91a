import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { Heard, openStage, realAgent, type Stage } from '@symphony/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalEnclosure, openSandbox } from '../../../src/sandbox/index.ts';
import { openHall } from './hall.ts';

const real = realAgent('opencode');
const sandbox = openSandbox();

let stage: Stage;
let enclosure: LocalEnclosure | null = null;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  await enclosure?.close();
  await stage.close();
});

async function enclose(own: readonly string[]): Promise<LocalEnclosure> {
  const { home, tmp, repository, server, env } = stage;
  const folders = own.map((path) => path.replace('~', home));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  enclosure = await sandbox.enclose({
    run: 'run-1',
    profile: 'standard',
    chamber: repository.path,
    repository: repository.path,
    writable: [...folders, tmp],
    readOnly: [],
    caches: [],
    hosts: [new URL(server.url).host],
    home,
    path: env.PATH ?? '',
    refused: () => undefined,
  });
  return enclosure;
}

test('in a sandbox all that OpenCode used is counted, with its sub-agents, before the turn is over', {
  timeout: 180_000,
}, async ({ skip }) => {
  if ('reason' in real) return skip(real.reason);
  const { processes, detail } = await sandbox.examine();
  if (!processes) return skip(detail);
  expect(stage.env.HOME).not.toBe(homedir());
  const hall = await openHall(stage, 'opencode', real.path);
  const { confine } = await enclose(hall.port.needs?.own ?? []);
  const task = { description: 'a part', prompt: 'SAY: part done', subagent_type: 'general' };
  const steps = [{ tool: { name: 'task', input: task } }, { run: 'sleep 3' }, { say: 'all done' }];
  const request = hall.request(steps, { run: 'run-1', resume: null, spent: null });
  const heard = new Heard();
  heard.session = await hall.port.start({ ...request, confine: (launch) => confine(launch) }, (event) => {
    heard.take(event);
    if (event.type === 'permission') void heard.session.answer?.(event.request.id, 'allow');
  });
  try {
    await heard.until('turn-ended');
    expect(heard.end()).toMatchObject({ status: 'completed' });
    const last = heard.of('usage').at(-1)?.usage;
    expect(last).toMatchObject(stage.server.spent());
    // Four calls: 0.7 thousandths for input that is not cached, a tenth of one for 50 written.
    expect(last?.usd).toBeCloseTo(0.0032, 4);
    // Told while a command of the turn was still running, not only with its last answer.
    const types = heard.events.map(({ type }) => type);
    expect(types.indexOf('usage')).toBeLessThan(types.lastIndexOf('tool-ended'));
  } finally {
    await heard.session.stop(5_000);
  }
});
