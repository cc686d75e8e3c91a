export { type OperatorOptions, openOperators } from './operators.ts';
