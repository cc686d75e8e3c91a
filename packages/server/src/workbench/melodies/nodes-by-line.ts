import { type FilePath, readYamlText } from '@symphony/adapters/yaml';

/**
 * Finds the node a line of a melody's text belongs to. Problems are told with lines, because files
 * have lines; somebody who draws a melody wants to see the node.
 */
export function nodesByLine(text: string): (line: number | null) => string | null {
  const { data, lineOf } = readYamlText(text);
  const marks = data === null ? [] : [...marksIn(data.value, [], null)];
  const placed = marks
    .flatMap(({ path, node }) => {
      const line = lineOf(path);
      return line === null ? [] : [{ line, node }];
    })
    .sort((a, b) => a.line - b.line); // stable: what is deeper stays behind what is around it
  return (line) => (line === null ? null : (placed.findLast((mark) => mark.line <= line)?.node ?? null));
}

interface Mark {
  readonly path: FilePath;
  /** The node that begins here; null where something else does. */
  readonly node: string | null;
}

/** In the lists of these names every entry is a node. */
const NODE_LISTS: ReadonlySet<string> = new Set(['nodes', 'steps']);
/** Only these lead to nodes: what a node is given may have keys of the same names. */
const WAYS: ReadonlySet<string> = new Set(['melody', 'flow', 'body', 'repeat', ...NODE_LISTS]);

function* marksIn(value: unknown, path: FilePath, around: string | null): Generator<Mark> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    const at = [...path, key];
    yield { path: at, node: around };
    if (!WAYS.has(key)) continue;
    if (NODE_LISTS.has(key) && Array.isArray(each)) {
      for (const [place, node] of each.entries()) {
        const id = idOf(node) ?? around;
        yield { path: [...at, place], node: id };
        yield* marksIn(node, [...at, place], id);
      }
    } else yield* marksIn(each, at, around);
  }
}

const idOf = (node: unknown): string | null => {
  const id = typeof node === 'object' && node !== null && 'id' in node ? node.id : null;
  return typeof id === 'string' ? id : null;
};
