import { type BilledTokens, loadPrices, type OwnPrices, type PriceList } from './price-list.ts';

export type { ModelPrice } from './price-file.ts';
export { type BilledTokens, loadPrices, type OwnPrices, type PriceList } from './price-list.ts';

/**
 * The prices in force, for the whole process: usage is priced deep inside the agents' adapters, and a
 * process plays for one person, who has one bill.
 */
let inForce = loadPrices();

/** What this costs in US dollars, or null when nobody told us the model's price. */
export function priceOf(model: string, tokens: BilledTokens): number | null {
  return inForce.priceOf(model, tokens);
}

/** Puts a person's own prices before the shipped ones, instead of those given before. */
export function usePrices(own: OwnPrices): PriceList {
  inForce = loadPrices(own);
  return inForce;
}

/** The day up to which the shipped prices were looked up, `YYYY-MM-DD`. */
export const priceFileDate = (): string => inForce.date;
