import prices from './prices.json' with { type: 'json' };

/** US dollars per million tokens. What is left out costs what fresh input costs. */
export interface ModelPrice {
  readonly input: number;
  readonly cachedInput?: number;
  readonly cacheWrite?: number;
  readonly output: number;
}

/** Who sells models, and how these are called. */
export interface Provider {
  readonly models: Readonly<Record<string, ModelPrice>>;
  /** Other names of its models. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Other names of the provider, as they stand before a model's: `gemini/…`. */
  readonly alsoCalled?: readonly string[];
}

/** What Symphony ships. Where each price was found stands in the file itself. */
export const PRICE_FILE: {
  readonly asOf: string;
  readonly providers: Readonly<Record<string, Provider>>;
} = prices;
