import type { PlayerSettings } from '@symphony/domain';
import type { AgentSight } from '../init/index.ts';
import { type Finding, ok, warning } from './finding.ts';

/** As much of the price list as is needed to say what it lacks. */
export interface PriceSight {
  /** The day the shipped prices are of. */
  readonly date: string;
  knows(model: string): boolean;
}

/** A model without a price is said to be one before it costs anything (C15). */
export function checkPrices(
  prices: PriceSight,
  players: Readonly<Record<string, PlayerSettings>>,
  agents: readonly AgentSight[],
): Finding[] {
  const unpriced = Object.entries(players).filter(([, { agent: name, model }]) => {
    const agent = agents.find((each) => each.name === name);
    // An agent with no program to look for has no provider to pay; one that tells its cost needs no price.
    return agent?.detect && !agent.tellsCost && model !== null && !prices.knows(model);
  });
  return [
    ok('prices', `Costs are reckoned with the prices of ${prices.date}.`),
    ...unpriced.map(([player, { model }]) =>
      warning(
        'prices',
        `\`${model}\` of player \`${player}\` has no price, so its cost is unknown: caps by cost cannot hold.`,
        'Use `budget.max_tokens_per_item`, or write its price under `prices` in .symphony/symphony.yaml.',
      ),
    ),
  ];
}
