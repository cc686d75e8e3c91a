import { type Failure, failureOf, type OperatorRequest, type Operators, type Values } from '@symphony/domain';
import type { RepositoryOptions } from '@symphony/testkit';
import { openGit } from '../../src/git/index.ts';
import { type OperatorOptions, openOperators } from '../../src/operator/index.ts';
import { type Hall, openHall } from '../chamber/hall.ts';

/** Operators on a real repository with real chambers, for one test. */
export interface OperatorStage {
  readonly hall: Hall;
  readonly instance: string;
  readonly operators: Operators;
  readonly notices: string[];
  run(operator: string, config: Values, key?: string): Promise<Values>;
  fail(operator: string, config: Values): Promise<Failure>;
}

let number = 0;

export async function openStage(
  options: RepositoryOptions & Partial<Pick<OperatorOptions, 'artifacts' | 'environment'>> = {},
): Promise<OperatorStage> {
  const hall = await openHall(options);
  number += 1;
  const instance = `operator-test-${process.pid}-${number}`;
  const notices: string[] = [];
  const operators = openOperators({
    repository: hall.repository.path,
    instance,
    git: openGit(instance),
    chambers: hall.chambers,
    environment: options.environment ?? (() => ({ PATH: process.env.PATH ?? '' })),
    ...(options.artifacts ? { artifacts: options.artifacts } : {}),
    notice: (message) => notices.push(message),
  });
  const run: OperatorStage['run'] = (operator, config, key = 'run-1/check/1') =>
    operators.run(requestOf(operator, config, key));
  const fail: OperatorStage['fail'] = async (operator, config) => {
    const settled = await run(operator, config).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if ('value' in settled) throw new Error(`expected a failure, got ${JSON.stringify(settled.value)}`);
    return failureOf(settled.error);
  };
  return { hall, instance, operators, notices, run, fail };
}

const requestOf = (operator: string, config: Values, key: string): OperatorRequest => ({
  key,
  operator,
  config,
  inputs: {},
  node: 'check',
  target: 'main',
});
