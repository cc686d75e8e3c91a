export { openProver } from './prover.ts';
