import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@symphony/domain';

const LASTS_MS = 30 * 24 * 3_600_000;

/**
 * Who has logged in with a browser. A session's secret is a random name and the time it ends, signed
 * with a key made of the token and the password: it outlives a restart, a new token or password ends
 * all of them, and whoever sees one learns neither. Those that were logged out are remembered as long
 * as this process lives.
 */
export class Sessions {
  readonly #key: Buffer;
  readonly #clock: Pick<Clock, 'now'>;
  /** By their secret, with the time they would have ended. */
  readonly #ended = new Map<string, number>();

  constructor(token: string, password: string | null, clock: Pick<Clock, 'now'>) {
    this.#key = createHmac('sha256', token)
      .update(JSON.stringify(['session', password]))
      .digest();
    this.#clock = clock;
  }

  /** A fresh secret, and how long it is good for. */
  open(): { readonly secret: string; readonly seconds: number } {
    const named = `${randomBytes(18).toString('base64url')}.${(this.#clock.now() + LASTS_MS).toString(36)}`;
    return { secret: `${named}.${this.#sign(named)}`, seconds: LASTS_MS / 1000 };
  }

  isOpen(secret: string): boolean {
    const end = this.#endOf(secret);
    return end !== null && end > this.#clock.now() && !this.#ended.has(secret);
  }

  end(secret: string): void {
    for (const [each, end] of this.#ended) if (end <= this.#clock.now()) this.#ended.delete(each);
    const end = this.#endOf(secret);
    if (end !== null) this.#ended.set(secret, end); // only what was ours: others could fill the memory
  }

  /** Null for what was not made here. */
  #endOf(secret: string): number | null {
    const [, named, end, signature] = /^([\w-]+\.([0-9a-z]+))\.([\w-]+)$/.exec(secret) ?? [];
    if (named === undefined || end === undefined || signature === undefined) return null;
    const wanted = Buffer.from(this.#sign(named));
    const given = Buffer.from(signature);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
    return Number.parseInt(end, 36);
  }

  #sign(named: string): string {
    return createHmac('sha256', this.#key).update(named).digest('base64url');
  }
}
