import { type FilePath, showPath } from '@symphony/adapters/yaml';
import { formatDuration } from './duration.ts';
import { isDurationAt } from './known-keys.ts';
import type { ConfigResult } from './load.ts';
import { hideSecrets, variableOf } from './secret.ts';

export interface ConfigRow {
  readonly path: string;
  /** As it would be written in the file; a secret as `$VAR (set)` or `$VAR (not set)`. */
  readonly value: string;
  /** `default`, `.symphony/symphony.yaml:12`, or `$VAR`. */
  readonly source: string;
}

/** Every value there is, with where it comes from. */
export const explainConfig = (result: ConfigResult): ConfigRow[] => rowsOf(result, result.config, []);

function rowsOf(result: ConfigResult, value: unknown, path: FilePath): ConfigRow[] {
  if (Array.isArray(value) && value.some(isMap)) {
    return value.flatMap((each, at) => rowsOf(result, each, [...path, at]));
  }
  if (isMap(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, each]) => rowsOf(result, each, [...path, key]));
  }
  const variable = variableOf(value);
  if (variable !== null && isSecretPlace(path)) {
    const state = result.sources.isSet(variable) ? 'set' : 'not set';
    return [{ path: showPath(path), value: `$${variable} (${state})`, source: `$${variable}` }];
  }
  const line = result.sources.lineOf(path);
  const source = line === null ? 'default' : `${result.sources.file}:${line}`;
  return [{ path: hideSecrets(showPath(path)), value: hideSecrets(show(value, path)), source }];
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSecretPlace = ([first, second, third]: FilePath): boolean =>
  (first === 'tracker' && second === 'provider') ||
  (first === 'chamber' && second === 'env') ||
  (first === 'players' && third === 'env') ||
  first === 'http' ||
  first === 'notify' ||
  first === 'telemetry' ||
  first === 'runtime';

function show(value: unknown, path: FilePath): string {
  if (value === null) return 'null';
  if (typeof value === 'number' && isDurationAt(path)) return formatDuration(value);
  if (typeof value === 'string') return value;
  return Array.isArray(value)
    ? `[${value.map((each) => show(each, path)).join(', ')}]`
    : JSON.stringify(value);
}
