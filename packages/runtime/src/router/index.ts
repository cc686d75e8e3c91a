export { clausesOf } from '../request/clauses.ts';
export { complexityOf, features, type RequestFeatures } from '../request/features.ts';
export type { Role, RoleParameter } from '../roles/role.ts';
export { Classifier } from './classifier/classifier.ts';
export { pack, unpack } from './classifier/packed.ts';
export { type CostModel, chooseTier, gainOf, learnCosts, leastGainFor } from './cost/cost-router.ts';
export { Router, type RouterSession } from './router.ts';
export { calibrate, TARGET_ERROR, type Thresholds, USUAL_THRESHOLDS } from './thresholds.ts';
