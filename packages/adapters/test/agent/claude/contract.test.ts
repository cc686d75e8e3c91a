import { realAgent, scenarioContract } from '@symphony/testkit';
import { ClaudeHall } from './hall.ts';

const real = realAgent('claude');

scenarioContract(
  'claude',
  async (stage) => new ClaudeHall(stage, 'path' in real ? real.path : 'claude'),
  'reason' in real ? { absent: real.reason } : {},
);
