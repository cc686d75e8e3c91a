import { isDeepStrictEqual } from 'node:util';
import { type Json, PortError } from '@symphony/domain';
import { Document, isCollection, isMap, isScalar, isSeq, parseDocument, visit, type YAMLMap } from 'yaml';

/**
 * Changes keys of the front matter and nothing else. A value on one line is replaced in the text
 * itself, so every other byte (comments, spacing, quotes) stays a person's own. Only where that is
 * not possible is the YAML written again from its parsed form, which keeps comments and unknown
 * keys but may change spacing. Each result is read back: a change that would reach further than
 * the key it is meant for is refused.
 */
export function setKeys(yaml: string, changes: Readonly<Record<string, Json>>, ending: string): string {
  let text = yaml;
  for (const [key, value] of Object.entries(changes)) text = setKey(text, key, value, ending);
  return text;
}

/** Takes keys out, with the lines they stand on, and leaves every other line as it is. */
export function dropKeys(yaml: string, keys: readonly string[], ending: string): string {
  let text = yaml;
  for (const key of keys) text = dropKey(text, key, ending);
  return text;
}

function dropKey(yaml: string, key: string, ending: string): string {
  const { [key]: dropped, ...wanted } = valuesOf(yaml) ?? {};
  if (dropped === undefined) return yaml;
  for (const attempt of [dropLine, writeWithout]) {
    const edited = attempt(yaml, key, ending);
    if (edited !== null && isDeepStrictEqual(valuesOf(edited), wanted)) return edited;
  }
  throw unchangeable(key);
}

function dropLine(yaml: string, key: string): string | null {
  const { contents } = parse(yaml);
  const pair = isMap(contents) && contents.flow !== true ? pairOf(contents, key) : undefined;
  if (!pair || !isScalar(pair.key) || !isScalar(pair.value)) return null;
  const start = pair.key.range?.[0];
  const end = pair.value.range?.[1];
  if (start === undefined || end === undefined || pair.value.anchor) return null;
  const newline = yaml.indexOf('\n', end);
  return yaml.slice(0, yaml.lastIndexOf('\n', start) + 1) + (newline < 0 ? '' : yaml.slice(newline + 1));
}

/** Null where others lean on what would go: an alias whose anchor is gone cannot be written. */
function writeWithout(yaml: string, key: string, ending: string): string | null {
  const document = parse(yaml);
  document.delete(key);
  let alone = true;
  visit(document, {
    Alias: (_, alias) => {
      alone &&= alias.resolve(document) !== undefined;
    },
  });
  return alone ? written(document, yaml, ending) : null;
}

function setKey(yaml: string, key: string, value: Json, ending: string): string {
  const before = valuesOf(yaml) ?? {};
  if (key in before && isDeepStrictEqual(before[key], value)) return yaml;
  const wanted = { ...before, [key]: value };
  for (const attempt of [replaceInLine, writeAgain]) {
    const edited = attempt(yaml, key, value, ending);
    if (edited !== null && isDeepStrictEqual(valuesOf(edited), wanted)) return edited;
  }
  throw unchangeable(key);
}

const unchangeable = (key: string): PortError =>
  new PortError({
    code: 'invalid',
    message: `The front matter is written in a way that \`${key}\` cannot be changed without changing more.`,
    nextStep: 'Change it by hand, or write the front matter as plain `key: value` lines.',
  });

/** Key order does not matter, so the values are compared as a plain object. Null: not a map. */
function valuesOf(yaml: string): Record<string, unknown> | null {
  const document = parse(yaml);
  if (document.errors.length > 0) return null;
  const values: unknown = document.toJS();
  if (values === null) return {};
  return isMap(document.contents) ? (values as Record<string, unknown>) : null;
}

function replaceInLine(yaml: string, key: string, value: Json, ending: string): string | null {
  const document = parse(yaml);
  const pair = isMap(document.contents) ? pairOf(document.contents, key) : undefined;
  if (!pair) return `${yaml}${render(key)}: ${render(value)}${ending}`;
  const old = pair.value;
  const inLine = isScalar(old) || (isCollection(old) && old.flow === true);
  if (!inLine || !old.range || old.anchor) return null;
  const [start, end] = old.range;
  const gap = yaml[start - 1] === ':' ? ' ' : '';
  return yaml.slice(0, start) + gap + render(value) + yaml.slice(end);
}

function writeAgain(yaml: string, key: string, value: Json, ending: string): string | null {
  const document = parse(yaml);
  const old = isMap(document.contents) ? pairOf(document.contents, key)?.value : undefined;
  if (isSeq(old) && Array.isArray(value)) {
    // Entries that stay keep their node, and with it the comment a person put there.
    const kept = (each: Json) => old.items.find((node) => isScalar(node) && node.value === each);
    old.items = value.map((each: Json) => kept(each) ?? document.createNode(each));
  } else {
    document.set(key, value);
  }
  return written(document, yaml, ending);
}

/** From its parsed form, in the manner of the text it was parsed from. */
function written(document: Document.Parsed, yaml: string, ending: string): string {
  const text = document.toString({
    lineWidth: 0,
    indentSeq: !/^- /m.test(yaml),
    flowCollectionPadding: /[[{] /.test(yaml),
  });
  return ending === '\n' ? text : text.replaceAll('\n', ending);
}

function pairOf(map: YAMLMap, key: string) {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
}

/** Any JSON value as YAML on one line. */
function render(value: Json): string {
  const document = new Document(value);
  visit(document, {
    Collection: (_, node) => {
      node.flow = true;
    },
  });
  const text = document
    .toString({
      lineWidth: 0,
      blockQuote: false,
      flowCollectionPadding: false,
      doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    })
    .trimEnd();
  // JSON is YAML too; it is the way out where the plain form would not read back the same.
  const faithful = !/[\r\n]/.test(text) && isDeepStrictEqual(parse(text).toJS(), value);
  return faithful ? text : JSON.stringify(value);
}

const parse = (yaml: string) => parseDocument(yaml, { prettyErrors: false, logLevel: 'silent' });
