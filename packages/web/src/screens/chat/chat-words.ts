import { type ChatCost, type ChatRequest, formatUsd, type RouteDecision } from '@symphony/domain';
import { counted } from '@symphony/protocol/words';

/** What a chat tells about itself, in words. */

/** `1,234` below ten thousand, then `12.3k`, `4.5M`. */
export function countWords(count: number): string {
  if (count < 10_000) return count.toLocaleString('en-US');
  const [of, unit] = count < 1_000_000 ? [1_000, 'k'] : [1_000_000, 'M'];
  return `${(count / of).toFixed(1).replace(/\.0$/, '')}${unit}`;
}

/** Nothing where nothing was asked; `$?` where a price is not known. */
export const moneyWords = ({ usd, modelCalls }: ChatCost): string =>
  modelCalls === 0 ? '' : usd === null ? '$?' : formatUsd(usd);

export const tokenWords = ({ inputTokens, outputTokens }: ChatCost): string =>
  `${countWords(inputTokens + outputTokens)} tokens`;

/** For whoever points at it. */
export const costDetail = ({ usd, inputTokens, outputTokens, modelCalls, toolCalls }: ChatCost): string =>
  [
    `${inputTokens.toLocaleString('en-US')} tokens in, ${outputTokens.toLocaleString('en-US')} out`,
    `${counted(modelCalls, 'call')} of models, ${toolCalls} of tools`,
    ...(usd === null ? ['a model was used whose price is not known'] : []),
  ].join('; ');

const COMPLEXITIES = { simple: 'one step', multi_step: 'several steps', complex: 'many steps' } as const;

/** Who answers, in a word or two. */
export function routeWords({ route, complexity }: Pick<ChatRequest, 'route' | 'complexity'>): string {
  const name =
    route === null ? '' : route.path === 'planning' ? 'planning' : route.route.replaceAll('_', ' ');
  return [name, complexity ? COMPLEXITIES[complexity] : ''].filter((each) => each !== '').join(' · ');
}

export const routeDetail = ({ why, confidence, by }: RouteDecision): string =>
  `${why} ${Math.round(confidence * 100)} % sure${by === 'nobody' ? '' : `, by ${BY[by]}`}.`;

const BY = { pattern: 'a learned pattern', classifier: 'the classifier', model: 'a model' } as const;
