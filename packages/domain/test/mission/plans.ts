import { type MissionPlan, USUAL_LIMITS, type Worker } from '../../src/index.ts';

export const worker = (id: string, change: Partial<Worker> = {}): Worker => ({
  id,
  phase: 'implementation',
  title: `Build ${id}`,
  task: `Build ${id}.`,
  scope: [`src/${id}/**`],
  shares: [],
  needs: [],
  player: null,
  ...change,
});

export const planOf = (workers: readonly Worker[], change: Partial<MissionPlan> = {}): MissionPlan => ({
  name: 'units',
  title: 'Convert units',
  request: 'Convert all units',
  understanding: '',
  criteria: [{ text: 'Tests pass', check: 'true' }],
  phases: ['implementation'],
  workers,
  rules: [],
  decider: null,
  reviewer: null,
  limits: USUAL_LIMITS,
  ...change,
});
