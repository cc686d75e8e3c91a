import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from './endpoint.ts';

interface Admitted {
  readonly endpoint: Endpoint;
  /** Of the token; the token itself is known to the run alone. */
  readonly digest: Buffer;
}

/** Who may go where: each endpoint behind a path that is no secret and a token that is. */
export class AdmissionBook {
  readonly #admitted = new Map<string, Admitted>();

  enter(endpoint: Endpoint): { readonly path: string; readonly token: string } {
    const path = randomUUID();
    const token = randomBytes(32).toString('base64url');
    this.#admitted.set(path, { endpoint, digest: digestOf(token) });
    return { path, token };
  }

  /** From now on the token of this path opens nothing. */
  strike(path: string): Endpoint | null {
    const admitted = this.#admitted.get(path);
    this.#admitted.delete(path);
    return admitted?.endpoint ?? null;
  }

  /** Takes the same time for a path that is not there and for a token however wrong. */
  admits(path: string, token: string): boolean {
    const digest = this.#admitted.get(path)?.digest ?? NOBODY;
    return timingSafeEqual(digestOf(token), digest);
  }

  endpoint(path: string): Endpoint | null {
    return this.#admitted.get(path)?.endpoint ?? null;
  }

  paths(): string[] {
    return [...this.#admitted.keys()];
  }
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** No token has this digest. */
const NOBODY = randomBytes(32);
