import type { FilePath } from '@symphony/adapters/yaml';

/** Every number of the front matter: where it goes, what it is when nobody says, what it may be. */
interface NumberField {
  readonly from: FilePath;
  readonly to: FilePath;
  readonly otherwise: number | null;
  readonly least: number;
  readonly most?: number;
}

export const NUMBER_FIELDS: readonly NumberField[] = [
  { from: ['polling', 'interval_ms'], to: ['polling', 'interval'], otherwise: 30_000, least: 1 },
  { from: ['hooks', 'timeout_ms'], to: ['chamber', 'hook_timeout'], otherwise: 60_000, least: 1 },
  { from: ['agent', 'max_concurrent_agents'], to: ['slots', 'total'], otherwise: 10, least: 1 },
  { from: ['agent', 'max_turns'], to: ['max_turns'], otherwise: 20, least: 1 },
  {
    from: ['agent', 'max_retry_backoff_ms'],
    to: ['retry', 'max_retry_backoff'],
    otherwise: 300_000,
    least: 1,
  },
  { from: ['codex', 'turn_timeout_ms'], to: ['turn_timeout'], otherwise: 3_600_000, least: 1 },
  {
    from: ['codex', 'read_timeout_ms'],
    to: ['players', 'codex', 'codex', 'read_timeout'],
    otherwise: 5_000,
    least: 1,
  },
  // 0 and less: never.
  {
    from: ['codex', 'stall_timeout_ms'],
    to: ['stall_timeout'],
    otherwise: 300_000,
    least: Number.NEGATIVE_INFINITY,
  },
  { from: ['server', 'port'], to: ['http', 'port'], otherwise: null, least: 0, most: 65_535 },
];

/** A whole number, also one that was written in quotes; null when it is none. */
export function readWhole(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

export const inRange = (value: number, { least, most = Number.POSITIVE_INFINITY }: NumberField): boolean =>
  value >= least && value <= most;
