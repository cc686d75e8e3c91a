import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchConfig } from '../../src/config/index.ts';
import { folderWith } from '../config/workspace.ts';

/** A system that tells of nothing, as some network disks do. */
vi.mock('chokidar', () => ({
  watch: () => {
    const deaf = new EventEmitter();
    setImmediate(() => deaf.emit('ready'));
    return Object.assign(deaf, { close: async () => undefined });
  },
}));

test('svc-W8 a workflow file that changes unheard is read again all the same', async () => {
  const workflow = (body: string): string => `---\ntracker:\n  kind: board\n---\n${body}`;
  const root = await folderWith({ 'WORKFLOW.md': workflow('First') });
  const heard: string[] = [];
  const watch = watchConfig({
    root,
    env: {},
    defaults: { target: 'main' },
    agents: ['codex'],
    workflow: join(root, 'WORKFLOW.md'),
    onChange: (result) => heard.push(result.workflow?.text ?? ''),
    onError: (error) => heard.push(error.message),
  });
  onTestFinished(() => watch.stop());
  await vi.waitFor(() => expect(heard).toEqual(['First']), 5_000);
  writeFileSync(join(root, 'WORKFLOW.md'), workflow('Second'));
  await vi.waitFor(() => expect(heard.at(-1)).toBe('Second'), 5_000);
});
