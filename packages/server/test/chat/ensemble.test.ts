import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { MemoryJournal } from '@symphony/adapters/journal/memory';
import type { RuntimeEvent } from '@symphony/domain';
import { openModelServer } from '@symphony/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { type EnsembleParts, openEnsemble } from '../../src/chat/ensemble.ts';
import type { LoadedConfig } from '../../src/config/index.ts';
import { resolveRuntime, runtimeSchema } from '../../src/config/runtime.ts';
import { freshNames } from '../../src/fresh-names.ts';
import { SystemClock } from '../../src/system-clock.ts';
import { workplaceAt } from '../../src/workplace.ts';

const MCP_SERVER = join(import.meta.dirname, '../../../adapters/test/tool/mcp-server.ts');

function partsOf(runtime: object, more: Partial<EnsembleParts> = {}): EnsembleParts {
  const root = mkdtempSync(join(tmpdir(), 'symphony-ensemble-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH ?? '', KEY: 'k' };
  return {
    workplace: workplaceAt(root),
    loaded: { runtime: resolveRuntime(runtimeSchema.parse(runtime), env) } as LoadedConfig,
    env,
    clock: new SystemClock(0),
    names: freshNames,
    journal: new MemoryJournal(),
    cabinet: new MemoryCabinet(),
    permit: () => null,
    redact: (text) => text,
    warn: () => undefined,
    ...more,
  };
}

test('what is being answered is answered to its end before an ensemble is closed', async () => {
  const model = await openModelServer();
  onTestFinished(() => model.close());
  const [asked, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const named = { provider: 'anthropic', model: 'm', base_url: `${model.base()}/v1`, key: '$KEY' };
  const ensemble = await openEnsemble(
    partsOf(
      { models: { default: named }, retries: 0 },
      {
        async permit(tool) {
          if (tool.name !== 'shell.run') return null;
          asked.resolve();
          await allowed.promise;
          return null;
        },
      },
    ),
  );
  const heard: RuntimeEvent[] = [];
  const played = ensemble.play({
    task: 'Run it.\nTOOL: shell__run {"command":"true"}\nSAY: It ran.',
    session: 's',
    attached: [],
    history: [],
    signal: new AbortController().signal,
    onEvent: (event) => heard.push(event),
  });
  await asked.promise;
  const closed = ensemble.close();
  allowed.resolve();
  await Promise.all([played, closed]);
  expect(heard.find(({ type }) => type === 'ended')).toMatchObject({
    outcome: { success: true, answer: 'It ran.' },
  });
});

test('an ensemble that cannot be opened leaves no program behind; an unset variable is no reason', async () => {
  const parts = partsOf({ calendar: { url: '$NOT_SET' } });
  const notes = join(parts.workplace.root, 'notes');
  const sample = { command: process.execPath, args: [MCP_SERVER, notes] };
  const loaded = {
    runtime: resolveRuntime(
      runtimeSchema.parse({ calendar: { url: '$NOT_SET' }, mcp: { sample } }),
      parts.env,
    ),
  } as LoadedConfig;
  const opened = await openEnsemble({ ...parts, loaded });
  expect(opened.tools.names()).toContain('sample.structured');
  await opened.close();

  mkdirSync(parts.workplace.folder);
  writeFileSync(join(parts.workplace.folder, 'roles'), 'not a folder');
  await expect(openEnsemble({ ...parts, loaded })).rejects.toThrow('ENOTDIR');
  const pids = [...readFileSync(notes, 'utf8').matchAll(/started (\d+)/g)].map(([, pid]) => Number(pid));
  expect(pids).toHaveLength(2);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
