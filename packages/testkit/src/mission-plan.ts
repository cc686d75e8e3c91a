import { type MissionPlan, USUAL_LIMITS, type Worker } from '@symphony/domain';

/** A worker of a plan: everything a test does not name is plain. */
export const missionWorker = (id: string, change: Partial<Worker> = {}): Worker => ({
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

/** A plan with these workers, in the phases they name. */
export const missionPlan = (workers: readonly Worker[], change: Partial<MissionPlan> = {}): MissionPlan => ({
  name: 'units',
  title: 'Convert units',
  request: 'Convert all units',
  understanding: '',
  criteria: [{ text: 'Tests pass', check: 'true' }],
  phases: [...new Set(workers.map(({ phase }) => phase))],
  workers,
  rules: [],
  decider: null,
  reviewer: null,
  limits: USUAL_LIMITS,
  ...change,
});
