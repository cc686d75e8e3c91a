import type { FilePath } from '@symphony/adapters/yaml';
import { z } from 'zod';
import { type Environment, type MissingVariable, resolveVariables, variableOf } from './secret.ts';
import {
  entry,
  flag,
  listOf,
  mapOf,
  none,
  oneOf,
  optional,
  plainValue,
  section,
  text,
  variable,
  whole,
} from './value.ts';

/** What Symphony shows and tells outside: the HTTP face, notices to people, traces. */

export const NOTICE_KINDS = ['needs_human', 'question', 'budget', 'done', 'failed', 'reminder'] as const;

const ADDRESS = 'must be an `https://` address or `$NAME`; plain `http://` only on this machine';
const address = text.refine((value) => variableOf(value) !== null || isAddress(value), { error: ADDRESS });

export const httpSchema = section({
  enabled: optional(flag, true),
  host: optional(text, '127.0.0.1'),
  /** Null: 4780, or the next one that is free. */
  port: none(whole(0).max(65_535, { error: 'must not be more than 65535' })),
  /** Asked for from whoever comes without the token; needed for hosts besides this machine. */
  password: none(variable),
  /** Further names the machine is called by: others are turned away. */
  names: listOf(text),
});

export const notifySchema = listOf(
  entry({
    kind: oneOf(['desktop', 'webhook', 'slack']),
    url: none(address),
    /** Signs what a webhook is told. */
    secret: none(variable),
    on: optional(
      z.array(oneOf(NOTICE_KINDS), { error: 'must be a list' }).min(1, { error: 'must name at least one' }),
      [...NOTICE_KINDS],
    ),
  }),
);

export const telemetrySchema = section({
  /** Where traces are sent to by OTLP over HTTP. Null: nowhere. */
  endpoint: none(address),
  service: optional(text, 'symphony'),
  headers: mapOf(plainValue),
});

const MB = 1024 * 1024;

export const webhooksSchema = section({
  /** Where webhooks of melodies are heard, on this machine only. 0: any free port. */
  port: optional(whole(0).max(65_535, { error: 'must not be more than 65535' }), 0),
  /** What trackers sign with; null: theirs are not heard. */
  github: section({ secret: none(variable) }),
  linear: section({ secret: none(variable) }),
  /** Hears trackers without a secret too. */
  unsigned: optional(flag, false),
  /** Of what a tracker tells. Issues and comments stay below 1 MB; GitHub itself sends up to 25 MB. */
  max_bytes: optional(
    whole(1).max(25 * MB, { error: 'must not be more than 26214400, the most that GitHub sends' }),
    2 * MB,
  ),
});

/** What webhooks of trackers are heard with. */
export type WebhookSettings = Omit<z.output<typeof webhooksSchema>, 'port'>;

export interface OutwardConfig {
  readonly webhooks: z.output<typeof webhooksSchema>;
  readonly http: z.output<typeof httpSchema>;
  readonly notify: z.output<typeof notifySchema>;
  readonly telemetry: z.output<typeof telemetrySchema>;
}

/** With every variable replaced: never logged or shown. */
export interface Outward {
  readonly password: string | null;
  readonly notify: OutwardConfig['notify'];
  readonly telemetry: OutwardConfig['telemetry'];
  readonly webhooks: WebhookSettings;
}

export interface ResolvedOutward {
  readonly value: Outward;
  readonly missing: readonly MissingVariable[];
  /** Addresses that come from a variable and are none. */
  readonly unfit: readonly MissingVariable[];
}

export function resolveOutward(config: OutwardConfig, env: Environment): ResolvedOutward {
  const password = resolveVariables(config.http.password, env, ['http', 'password']);
  const notify = resolveVariables(config.notify, env, ['notify']);
  const telemetry = resolveVariables(config.telemetry, env, ['telemetry']);
  const webhooks = resolveVariables(config.webhooks, env, ['webhooks']);
  const missing = [...webhooks.missing, ...password.missing, ...notify.missing, ...telemetry.missing];
  const places: readonly (readonly [FilePath, string | null, string | null])[] = [
    [['telemetry', 'endpoint'], config.telemetry.endpoint, telemetry.value.endpoint],
    ...config.notify.map(
      ({ url }, at) => [['notify', at, 'url'], url, notify.value[at]?.url ?? null] as const,
    ),
  ];
  const unfit = places.flatMap(([path, written, resolved]): MissingVariable[] => {
    const name = variableOf(written);
    return name !== null && resolved !== null && resolved !== '' && !isAddress(resolved)
      ? [{ path, name }]
      : [];
  });
  return {
    value: {
      password: password.value,
      notify: notify.value,
      telemetry: telemetry.value,
      webhooks: webhooks.value,
    },
    missing,
    unfit,
  };
}

/** The end of a sentence about an address that came from a variable. */
export const UNFIT_ADDRESS = ADDRESS;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export const isLoopback = (host: string): boolean => LOOPBACK.test(host) || host === '::1';

/** What is told goes over the network: only encrypted, unless it stays on this machine. */
function isAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}
