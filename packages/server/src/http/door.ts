import { type Admission, type Shown, sameAs } from '@symphony/bus/websocket';
import type { Clock } from '@symphony/domain';
import { Attempts } from './attempts.ts';
import { Sessions } from './sessions.ts';

export interface DoorOptions {
  readonly instance: string;
  readonly token: string;
  readonly password: string | null;
  readonly origins: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
}

export type Login =
  | { readonly kind: 'open'; readonly secret: string; readonly seconds: number }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too-many' };

/** Who is let in, over HTTP and over WebSockets alike. */
export class Door implements Admission {
  readonly cookie: string;
  readonly origins: readonly string[];
  readonly hasPassword: boolean;
  readonly #sessions: Sessions;
  readonly #attempts: Attempts;
  readonly #isToken: (given: string | null) => boolean;
  readonly #isPassword: (given: string | null) => boolean;

  constructor({ instance, token, password, origins, clock }: DoorOptions) {
    this.cookie = `symphony-${instance.slice(0, 8).replaceAll(/[^\w-]/g, '_')}`;
    this.origins = origins;
    this.hasPassword = password !== null;
    this.#sessions = new Sessions(token, password, clock);
    this.#attempts = new Attempts(clock);
    this.#isToken = sameAs(token);
    this.#isPassword = password === null ? () => false : sameAs(password);
  }

  readonly admits = ({ bearer, cookies }: Shown): boolean =>
    this.#isToken(bearer) || cookies.some((secret) => this.#sessions.isOpen(secret));

  logIn(given: { readonly token?: string; readonly password?: string }, from: string): Login {
    if (given.token !== undefined)
      return this.#isToken(given.token) ? { kind: 'open', ...this.#sessions.open() } : { kind: 'wrong' };
    if (this.#attempts.areTooMany(from)) return { kind: 'too-many' };
    if (this.#isPassword(given.password ?? null)) return { kind: 'open', ...this.#sessions.open() };
    this.#attempts.noteWrong(from);
    return { kind: 'wrong' };
  }

  logOut({ cookies }: Shown): void {
    for (const secret of cookies) this.#sessions.end(secret);
  }
}
