/** What can be ordered to go wrong. */
export type Fault =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unprocessable' }
  | { readonly kind: 'failing'; readonly status?: number }
  | { readonly kind: 'primary-limit'; readonly resetsInS: number }
  /** Null: no `retry-after` is told. */
  | { readonly kind: 'secondary-limit'; readonly retryAfterS: number | null }
  | { readonly kind: 'hang-up' }
  | { readonly kind: 'slow'; readonly ms: number }
  /** The connection ends in the middle of the body. */
  | { readonly kind: 'truncated' }
  /** A whole body that is not the JSON it says it is. */
  | { readonly kind: 'garbage' }
  /** Whatever page is asked for, the first is answered. */
  | { readonly kind: 'duplicate-page' }
  /** Every page leads to itself. */
  | { readonly kind: 'cursor-loop' }
  /** The server's clock is this much ahead. */
  | { readonly kind: 'clock-skew'; readonly ms: number };

interface Order {
  readonly fault: Fault;
  readonly on: RegExp;
  left: number;
}

export class Faults {
  #orders: Order[] = [];

  /** From now on, for the next `times` requests whose `METHOD /path` fits. */
  order(fault: Fault, { on = /./, times = 1 }: { on?: RegExp; times?: number } = {}): () => void {
    const order: Order = { fault, on, left: times };
    this.#orders.push(order);
    return () => {
      this.#orders = this.#orders.filter((each) => each !== order);
    };
  }

  /** One of each order that fits is used up. */
  take(request: string): readonly Fault[] {
    const taken = this.#orders.filter((each) => each.left > 0 && each.on.test(request));
    for (const each of taken) each.left -= 1;
    this.#orders = this.#orders.filter((each) => each.left > 0);
    return taken.map((each) => each.fault);
  }
}
