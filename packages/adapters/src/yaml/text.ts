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
import type { FilePath } from './file-path.ts';

/** A YAML or JSON text as data, and the way back from any place in the data to its line. */
export interface YamlText {
  /** A key given twice leaves the rest readable; after any other fault there is no data. */
  readonly faults: readonly YamlFault[];
  /** What it holds (an empty map when nothing), and the same written out as JSON. */
  readonly data: { readonly value: unknown; readonly json: string } | null;
  /** The line that gives this value, or null when the text does not give it. */
  lineOf(path: FilePath): number | null;
  /** The same, or the line of the nearest thing around it. */
  lineNear(path: FilePath): number | null;
}

/** No sentence quotes a value: it may be what must not be shown. */
interface YamlFault {
  readonly line: number;
  readonly sentence: string;
  readonly nextStep: string;
}

const TOO_DEEP: YamlFault = {
  line: 1,
  sentence: 'The file is nested too deeply.',
  nextStep: 'Make it flatter.',
};

const NOT_FOLLOWED: YamlFault = {
  line: 1,
  sentence:
    'An alias (`*name`) has no anchor (`&name`), holds itself or grows without bounds, or a merge (`<<`) takes what is no map.',
  nextStep: 'Write the value out.',
};

export function readYamlText(text: string): YamlText {
  const counter = new LineCounter();
  const line = (offset: number): number => Math.max(1, counter.linePos(offset).line);
  const document = parse(text, counter);
  if (!document) return { faults: [TOO_DEEP], data: null, lineOf: () => null, lineNear: () => null };
  const faults = document.errors.map((error) => ({
    line: line(error.pos[0]),
    sentence: describeSyntax(error, text),
    nextStep: 'Correct the line, or the one before it.',
  }));
  const lineOf = (path: FilePath): number | null => {
    const offset = offsetOf(document, path);
    return offset === null ? null : line(offset);
  };
  const lineNear = (path: FilePath): number | null => {
    for (let length = path.length; length > 0; length--) {
      const found = lineOf(path.slice(0, length));
      if (found !== null) return found;
    }
    return null;
  };
  const isReadable = document.errors.every((error) => error.code === 'DUPLICATE_KEY');
  const data = isReadable ? dataOf(document) : null;
  if (isReadable && data === null) faults.push(NOT_FOLLOWED);
  return { faults, data, lineOf, lineNear };
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

/** Null: aliases or merges that cannot be followed. What is thrown may quote the file, so it is not repeated. */
function dataOf(document: Document): YamlText['data'] {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
    return { value, json: JSON.stringify(value) }; // which fails for what holds itself
  } catch {
    return null;
  }
}

function describeSyntax(error: YAMLError, text: string): string {
  if (error.code === 'DUPLICATE_KEY') {
    const key = /^[^\s:]+/.exec(text.slice(error.pos[0]))?.[0] ?? 'a key';
    return `\`${key}\` is given twice.`;
  }
  if (error.code === 'MULTIPLE_DOCS') return 'The file holds more than one YAML document.';
  // What follows the colon quotes the file.
  const said = error.message.split(/: ["'{[]/)[0] ?? error.message;
  return `The file is not valid YAML: ${said}.`;
}

/** Where in the text the key (or list entry) at `path` stands. */
function offsetOf(document: Document, path: FilePath): number | null {
  let node: unknown = document.contents;
  let offset: number | null = null;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isSeq(node)) {
      node = node.items[Number(step)];
      if (!isNode(node)) return null;
      offset = node.range?.[0] ?? offset;
    } else if (isMap(node)) {
      const pair = node.items.find(
        (each) => String(isScalar(each.key) ? each.key.value : each.key) === String(step),
      );
      if (!pair) return null;
      offset = (isNode(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      node = pair.value;
    } else return null;
  }
  return offset;
}
