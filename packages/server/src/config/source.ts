import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type YAMLError,
} from 'yaml';
import { CONFIG_FILE, type ConfigPath, type ConfigProblem, problemAt } from './problem.ts';

/** The file as data, and the way back from any place in the data to its line. */
export interface ConfigSource {
  /** Always a map; empty when there is no file or nothing in it. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly problems: readonly ConfigProblem[];
  /** The line that gives this value, or null when the file does not give it. */
  lineOf(path: ConfigPath): number | null;
  /** The same, or the line of the nearest thing around it. */
  lineNear(path: ConfigPath): number | null;
}

export const NO_SOURCE: ConfigSource = {
  data: {},
  problems: [],
  lineOf: () => null,
  lineNear: () => null,
};

export function readSource(text: string): ConfigSource {
  const counter = new LineCounter();
  const line = (offset: number): number => Math.max(1, counter.linePos(offset).line);
  const broken = (sentence: string, earlier: readonly ConfigProblem[] = []): ConfigSource => ({
    ...NO_SOURCE,
    problems: [...earlier, problemAt([], 1, sentence)],
  });
  const document = parse(text, counter);
  if (!document) return broken('The file is nested too deeply.');
  const problems = document.errors.map((error) =>
    problemAt([], line(error.pos[0]), describeSyntax(error, text)),
  );
  // Duplicate keys leave the rest readable; after any other error the data may be nonsense.
  if (document.errors.some((error) => error.code !== 'DUPLICATE_KEY')) return { ...NO_SOURCE, problems };
  const data = dataOf(document);
  if (data === null) {
    return broken(
      'An alias (`*name`) has no anchor (`&name`), holds itself or grows without bounds.',
      problems,
    );
  }
  if (!isPlainMap(data.value)) {
    return broken(`${CONFIG_FILE} must be a map of keys and values, not ${nameKind(data.value)}.`, problems);
  }
  if (data.hasProto) return broken('`__proto__` cannot be a name.', problems);
  const lineOf = (path: ConfigPath): number | null => {
    const offset = offsetOf(document, path);
    return offset === null ? null : line(offset);
  };
  const lineNear = (path: ConfigPath): number | null => {
    for (let length = path.length; length > 0; length--) {
      const found = lineOf(path.slice(0, length));
      if (found !== null) return found;
    }
    return null;
  };
  return { data: data.value, problems, lineOf, lineNear };
}

/** Null: deeper than the parser's stack. */
function parse(text: string, lineCounter: LineCounter): Document | null {
  try {
    return parseDocument(text, { prettyErrors: false, logLevel: 'error', lineCounter });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Null: aliases that cannot be followed. What is thrown may quote the file, so it is not repeated. */
function dataOf(document: Document): { readonly value: unknown; readonly hasProto: boolean } | null {
  try {
    const value: unknown = document.toJS() ?? {};
    // Writing it out fails for what holds itself, and shows a name JavaScript would take for something else.
    return { value, hasProto: JSON.stringify(value).includes('"__proto__":') };
  } catch {
    return null;
  }
}

const isPlainMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameKind = (value: unknown): string => (Array.isArray(value) ? 'a list' : 'a single value');

function describeSyntax(error: YAMLError, text: string): string {
  if (error.code === 'DUPLICATE_KEY') {
    const key = /^[^\s:]+/.exec(text.slice(error.pos[0]))?.[0] ?? 'a key';
    return `\`${key}\` is given twice.`;
  }
  if (error.code === 'MULTIPLE_DOCS') return 'The file holds more than one YAML document.';
  // What follows the colon quotes the file, which may hold what must not be shown.
  const said = error.message.split(/: ["'{[]/)[0] ?? error.message;
  return `The file is not valid YAML: ${said}.`;
}

/** Where in the text the key (or list entry) at `path` stands. */
function offsetOf(document: Document, path: ConfigPath): number | null {
  let node: unknown = document.contents;
  let offset: number | null = null;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isSeq(node)) {
      node = node.items[Number(step)];
      if (!isNode(node)) return null;
      offset = node.range?.[0] ?? offset;
    } else if (isMap(node)) {
      const pair = node.items.find((each) => String(isScalar(each.key) ? each.key.value : each.key) === step);
      if (!pair) return null;
      offset = (isNode(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      node = pair.value;
    } else return null;
  }
  return offset;
}
