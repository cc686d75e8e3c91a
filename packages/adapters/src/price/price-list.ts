import { findOwn, findPrice, plainName } from './model-name.ts';
import { type ModelPrice, PRICE_FILE } from './price-file.ts';

/** What a model read and wrote, apart by what it is billed for. */
export interface BilledTokens {
  /** Read fresh: neither from a cache nor written to one. */
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** A person's own prices by model. They go before the shipped ones. */
export type OwnPrices = Readonly<Record<string, ModelPrice>>;

export interface PriceList {
  /** The day up to which the shipped prices were looked up, `YYYY-MM-DD`. */
  readonly date: string;
  /** What this costs in US dollars, or null when nobody told us the model's price. */
  priceOf(model: string, tokens: BilledTokens): number | null;
  knows(model: string): boolean;
}

/** The shipped prices, with those of `own` before them. */
export function loadPrices(own: OwnPrices = {}): PriceList {
  const named = Object.fromEntries(Object.entries(own).map(([model, price]) => [plainName(model), price]));
  const find = (model: string): ModelPrice | undefined =>
    findOwn(model, named) ?? findPrice(model, PRICE_FILE.providers);
  return {
    date: PRICE_FILE.asOf,
    priceOf: (model, tokens) => {
      const price = find(model);
      return price ? costOf(price, tokens) : null;
    },
    knows: (model) => find(model) !== undefined,
  };
}

function costOf(price: ModelPrice, tokens: BilledTokens): number | null {
  const { input, cachedInput = input, cacheWrite = input, output } = price;
  const micro =
    counted(tokens.input) * input +
    counted(tokens.cachedInput) * cachedInput +
    counted(tokens.cacheWrite) * cacheWrite +
    counted(tokens.output) * output;
  // A count that is no number makes the cost unknown, not nothing.
  return Number.isFinite(micro) ? micro / 1e6 : null;
}

/** Counts are differences of what agents report, and those sometimes go back. Nobody is paid back. */
const counted = (tokens: number): number => Math.max(0, tokens);
