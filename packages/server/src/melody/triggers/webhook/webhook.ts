import { type Clock, failureOf, type Melody } from '@symphony/domain';
import { armed, type Occur, type RunningSource, type TriggerSource } from '../source.ts';
import { Turns } from '../turns.ts';
import { type HookCall, type HookServer, serveHooks } from './hook-server.ts';
import { readToken } from './token.ts';

export interface WebhookOptions {
  readonly melodies: () => readonly Melody[];
  readonly port: number;
  readonly tokenFile: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Told where hooks are heard, and null when they no longer are. */
  readonly onListening: (url: string | null) => void;
  readonly warn: (message: string) => void;
}

/** Webhooks. Nothing listens unless a melody waits for one. */
export const webhookSource = (options: WebhookOptions): TriggerSource => ({
  start: (occur) => new Webhooks(options, occur),
});

class Webhooks implements RunningSource {
  readonly #options: WebhookOptions;
  readonly #occur: Occur;
  #server: HookServer | null = null;
  readonly #arming = new Turns((error) => {
    const { message, nextStep } = failureOf(error);
    this.#options.warn(`No webhook is heard: ${message}${nextStep ? ` ${nextStep}` : ''}`);
  });

  constructor(options: WebhookOptions, occur: Occur) {
    this.#options = options;
    this.#occur = occur;
  }

  update(): Promise<void> {
    return this.#arming.take(() => this.#arm());
  }

  async stop(): Promise<void> {
    await this.#arming.end();
    await this.#close();
  }

  async #arm(): Promise<void> {
    if (armed(this.#options.melodies(), 'webhook').length === 0) return this.#close();
    if (this.#server) return;
    this.#server = await this.#open();
    this.#options.onListening(this.#server.url);
  }

  #open(): Promise<HookServer> {
    const { port, tokenFile, clock, warn, melodies } = this.#options;
    return serveHooks({
      port,
      token: readToken(tokenFile),
      clock,
      warn,
      isHook: (name) => armed(melodies(), 'webhook').some(({ trigger }) => trigger.hook === name),
      onCall: (call) => this.#called(call),
    });
  }

  async #close(): Promise<void> {
    if (!this.#server) return;
    await this.#server.stop();
    this.#server = null;
    this.#options.onListening(null);
  }

  #called({ hook, body, delivery }: HookCall): readonly string[] {
    const asked = armed(this.#options.melodies(), 'webhook').filter(({ trigger, melody }) => {
      if (trigger.hook !== hook || this.#arming.isOver) return false;
      const key = delivery === null ? null : `webhook:${melody}:${delivery}`;
      return this.#occur({
        melody,
        trigger,
        detail: `the hook ${hook} was called`,
        key,
        scope: { hook, body },
      });
    });
    return asked.map(({ melody }) => melody);
  }
}
