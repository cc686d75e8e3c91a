import { realAgent, type ScenarioOptions, scenarioContract } from '@symphony/testkit';
import { CodexHall } from './hall.ts';

const real = realAgent('codex');
const program = 'path' in real ? { program: real.path } : {};
const options: ScenarioOptions = { tellsReset: true, ...('reason' in real ? { absent: real.reason } : {}) };

scenarioContract('codex', async (stage) => new CodexHall(stage, program), options);

scenarioContract('codex, confined', async (stage) => new CodexHall(stage, { ...program, confined: true }), {
  ...options,
  skip: Object.fromEntries(
    (
      [
        'error 500',
        'error 429',
        'usage limit',
        'invalid key',
        'huge line',
        'garbage line',
        'no result',
      ] as const
    ).map((name) => [name, 'the same with and without a sandbox']),
  ),
});
