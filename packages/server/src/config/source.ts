import { readYamlText, type YamlText } from '@symphony/adapters/yaml';
import { CONFIG_FILE, type ConfigProblem, problemAt } from './problem.ts';

/** The file as data, and the way back from any place in the data to its line. */
export interface ConfigSource extends Pick<YamlText, 'lineOf' | 'lineNear'> {
  /** Always a map; empty when there is no file or nothing in it. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly problems: readonly ConfigProblem[];
}

export const NO_SOURCE: ConfigSource = {
  data: {},
  problems: [],
  lineOf: () => null,
  lineNear: () => null,
};

export function readSource(text: string): ConfigSource {
  const { faults, data, lineOf, lineNear } = readYamlText(text);
  const problems = faults.map(({ line, sentence }) => problemAt([], line, sentence));
  const broken = (sentence: string): ConfigSource => ({
    ...NO_SOURCE,
    problems: [...problems, problemAt([], 1, sentence)],
  });
  if (data === null) return { ...NO_SOURCE, problems };
  if (!isPlainMap(data.value))
    return broken(`${CONFIG_FILE} must be a map of keys and values, not ${nameKind(data.value)}.`);
  // A name JavaScript would take for something else.
  if (data.json.includes('"__proto__":')) return broken('`__proto__` cannot be a name.');
  return { data: data.value, problems, lineOf, lineNear };
}

const isPlainMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameKind = (value: unknown): string => (Array.isArray(value) ? 'a list' : 'a single value');
