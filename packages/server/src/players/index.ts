export { planOf } from './plan.ts';
export { PlayerPool } from './player-pool.ts';
