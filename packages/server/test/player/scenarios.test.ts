import { scenarioContract } from '@symphony/testkit';
import { PlayerHall } from './hall.ts';

scenarioContract('the built-in player, asking Anthropic', async (stage) => new PlayerHall(stage), {
  tellsReset: true,
});
