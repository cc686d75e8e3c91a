import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lookAgain } from '../../src/config/look-again.ts';
import { folderWith } from '../config/workspace.ts';

test('svc-W8 a change is found by looking, also when nobody tells of it', async () => {
  const root = await folderWith({ 'WORKFLOW.md': 'one' });
  const file = join(root, 'WORKFLOW.md');
  let changes = 0;
  const stop = lookAgain(file, () => changes++, 10);
  onTestFinished(stop);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(changes).toBe(0);
  writeFileSync(file, 'another');
  await vi.waitFor(() => expect(changes).toBe(1));
});
