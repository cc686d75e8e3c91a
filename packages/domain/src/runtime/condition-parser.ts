import type { Json } from '../work-item.ts';
import { segmentsOf } from './value-path.ts';

/** What a condition says, as a tree. */
export type Condition =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'path'; readonly step: number; readonly path: readonly string[] }
  | { readonly kind: 'not'; readonly inner: Condition }
  | { readonly kind: 'and' | 'or' | Operator; readonly left: Condition; readonly right: Condition };

type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains';

interface Token {
  readonly kind: 'word' | 'literal' | 'path';
  readonly text: string;
  readonly value?: Json;
  readonly at: number;
}

const PATTERN =
  /\s*(?:(?<braced>\{\{\s*step_\d+_output[^{}]*\}\})|(?<path>step_\d+_output(?:\.[\p{L}\p{N}_-]+|\[\d+\])*)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<sign>===|!==|==|!=|<=|>=|<|>|&&|\|\||!|\(|\))|(?<name>[A-Za-z]+))/uy;

/** Other spellings that models use. */
const SPELLED: Readonly<Record<string, string>> = {
  '===': '==',
  '!==': '!=',
  '&&': 'and',
  '||': 'or',
  '!': 'not',
};
const CONSTANTS: Readonly<Record<string, Json>> = { true: true, false: false, null: null };
const WORDS = ['and', 'or', 'not', 'contains'];
const OPERATORS: readonly string[] = ['==', '!=', '<', '<=', '>', '>=', 'contains'] satisfies Operator[];
const LONGEST = 2_000;
const DEEPEST = 40;

export function parseCondition(
  text: string,
): { readonly ok: true; readonly condition: Condition } | { readonly ok: false; readonly problem: string } {
  try {
    if (text.length > LONGEST) throw new Misread(`it is longer than ${LONGEST} characters`);
    return { ok: true, condition: new Parser(tokensOf(text)).whole() };
  } catch (error) {
    if (error instanceof Misread) return { ok: false, problem: error.message };
    throw error;
  }
}

class Misread extends Error {}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; ) {
    PATTERN.lastIndex = at;
    const found = PATTERN.exec(text);
    if (!found) throw new Misread(`\`${text.slice(at).trim().slice(0, 20)}\` cannot be read`);
    tokens.push(tokenOf(found.groups ?? {}, at));
    at = PATTERN.lastIndex;
  }
  return tokens;
}

function tokenOf(groups: Readonly<Record<string, string | undefined>>, at: number): Token {
  const { braced, path, text, number, sign, name } = groups;
  if (braced !== undefined) return { kind: 'path', text: braced.slice(2, -2).trim(), at };
  if (path !== undefined) return { kind: 'path', text: path, at };
  if (text !== undefined) return { kind: 'literal', text, value: unquoted(text), at };
  if (number !== undefined) return { kind: 'literal', text: number, value: Number(number), at };
  if (sign !== undefined) return { kind: 'word', text: SPELLED[sign] ?? sign, at };
  const word = (name ?? '').toLowerCase();
  const constant = Object.hasOwn(CONSTANTS, word) ? CONSTANTS[word] : undefined;
  if (constant !== undefined) return { kind: 'literal', text: word, value: constant, at };
  if (WORDS.includes(word)) return { kind: 'word', text: word, at };
  throw new Misread(`\`${name}\` means nothing here; outputs are written step_N_output.path`);
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const unquoted = (text: string): string =>
  text.slice(1, -1).replace(/\\(.)/gsu, (_, each: string) => ESCAPED[each] ?? each);

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Condition {
    const condition = this.#either();
    const left = this.#tokens[this.#next];
    if (left) throw new Misread(`nothing is expected at \`${left.text}\``);
    return condition;
  }

  #either(): Condition {
    let left = this.#both();
    while (this.#takes('or')) left = { kind: 'or', left, right: this.#both() };
    return left;
  }

  #both(): Condition {
    let left = this.#negated();
    while (this.#takes('and')) left = { kind: 'and', left, right: this.#negated() };
    return left;
  }

  #negated(): Condition {
    return this.#takes('not')
      ? this.#deeper(() => ({ kind: 'not', inner: this.#negated() }))
      : this.#comparison();
  }

  #comparison(): Condition {
    const left = this.#operand();
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'word' || !OPERATORS.includes(token.text)) return left;
    this.#next += 1;
    return { kind: token.text as Operator, left, right: this.#operand() };
  }

  #operand(): Condition {
    if (this.#takes('(')) {
      const inner = this.#deeper(() => this.#either());
      if (!this.#takes(')')) throw new Misread('a parenthesis is not closed');
      return inner;
    }
    const token = this.#tokens[this.#next];
    if (!token) throw new Misread('it ends where a value is expected');
    this.#next += 1;
    if (token.kind === 'literal') return { kind: 'literal', value: token.value ?? null };
    if (token.kind === 'path') return pathOf(token.text);
    throw new Misread(`a value is expected at \`${token.text}\``);
  }

  #takes(word: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'word' || token.text !== word) return false;
    this.#next += 1;
    return true;
  }

  /** The stack is the machine's, so what is written decides how deep it goes only up to a point. */
  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Misread(`it is nested more than ${DEEPEST} deep`);
    const found = read();
    this.#depth -= 1;
    return found;
  }
}

function pathOf(text: string): Condition {
  const [, step, path] = /^step_(\d+)_output(.*)$/s.exec(text) ?? [];
  return { kind: 'path', step: Number(step), path: segmentsOf(path ?? '') };
}
