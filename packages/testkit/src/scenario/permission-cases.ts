import { expect } from 'vitest';
import type { Step } from '../model-server/index.ts';
import type { Case } from './scene.ts';

const ASKING: readonly Step[] = [{ ask: 'echo asked > asked.txt' }, { say: 'I have asked' }];

export const asksAndIsAllowed: Case = async (scene) => {
  const heard = await scene.play(ASKING, { onPermission: 'wait' });
  await heard.until('permission');
  const [asked] = heard.of('permission');
  expect(asked?.request.summary).not.toBe('');
  expect(asked?.request.command).toContain('asked.txt');
  expect(await scene.read('asked.txt'), 'nothing is done before the answer').toBeNull();
  await heard.session.answer?.(asked?.request.id ?? '', 'allow');
  await heard.until('turn-ended');
  expect(heard.end()).toMatchObject({ status: 'completed' });
  expect(await scene.read('asked.txt')).toBe('asked\n');
};

export const asksAndIsDenied: Case = async (scene) => {
  const heard = await scene.playTurn(ASKING, { onPermission: 'deny' });
  expect(heard.of('permission').length).toBeGreaterThan(0);
  expect(await scene.read('asked.txt')).toBeNull();
  expect(await scene.stage.repository.git('status', '--porcelain')).toBe('');
};
