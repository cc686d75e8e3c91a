import type { FlowPath } from '../flow/problem.ts';

/** One thing wrong with a melody. `where` leads from the top of the melody to the place. */
export interface MelodyProblem {
  readonly kind:
    | 'name'
    | 'version'
    | 'parameter'
    | 'trigger'
    | 'limit'
    | 'permission'
    | 'placeholder'
    | 'flow';
  readonly where: FlowPath;
  readonly sentence: string;
  readonly nextStep: string;
}
