import { createRequire } from 'node:module';
import type { ASTNode, Environment, ParseResult } from '@marcbachmann/cel-js';
import { type Json, PortError, type Values } from '@symphony/domain';

/**
 * Conditions and transforms of melodies, in CEL (the Common Expression Language): they read what
 * they are given, compute one value and can do nothing else. What could take long is left out:
 * loops over lists, and regular expressions, which may try for ever.
 */
const LONGEST = 1_000;
const KEPT = 500;

const FORBIDDEN: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter', 'matches']);

// CEL keeps whole numbers and fractions apart; people do not.
const MIXED: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

const require = createRequire(import.meta.url);
let made: Environment | null = null;

/** Loaded with the first expression: most commands and most runs meet none. */
function environment(): Environment {
  if (made) return made;
  const cel = require('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
  made = new cel.Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    limits: {
      maxAstNodes: 500,
      maxDepth: 50,
      maxListElements: 100,
      maxMapEntries: 100,
      maxCallArguments: 8,
    },
  });
  for (const [sign, compute] of Object.entries(MIXED)) {
    made.registerOperator(`double ${sign} int: double`, (a: number, b: bigint) => compute(a, Number(b)));
    made.registerOperator(`int ${sign} double: double`, (a: bigint, b: number) => compute(Number(a), b));
  }
  return made;
}

/** The last used is the last in order. */
const compiled = new Map<string, ParseResult>();

/** The value of the expression. Throws a PortError with one sentence that names the expression. */
export function evaluate(expression: string, scope: Values): Json {
  const run = compile(expression);
  try {
    // Without a prototype: `constructor` is an unknown name like any other.
    const given = Object.assign(Object.create(null), celOf(scope) as object) as Record<string, unknown>;
    return jsonOf(run(given));
  } catch (error) {
    throw cannot(expression, reasonOf(error, Object.keys(scope)), error);
  }
}

/** Throws as `evaluate` does when the expression cannot be read, whatever its names stand for. */
export function checkExpression(expression: string): void {
  compile(expression);
}

function compile(expression: string): ParseResult {
  const known = compiled.get(expression);
  if (known) {
    compiled.delete(expression);
    compiled.set(expression, known);
    return known;
  }
  if (expression.length > LONGEST) throw cannot(expression, `it is longer than ${LONGEST} characters`);
  const parsed = parse(expression);
  const forbidden = forbiddenCall(parsed.ast);
  if (forbidden !== null) throw cannot(expression, `\`${forbidden}\` is not available in melodies`);
  compiled.set(expression, parsed);
  const [oldest] = compiled.keys();
  if (compiled.size > KEPT && oldest !== undefined) compiled.delete(oldest);
  return parsed;
}

function parse(expression: string): ParseResult {
  try {
    return environment().parse(expression);
  } catch (error) {
    throw cannot(expression, reasonOf(error, []), error);
  }
}

/** The first call in the tree that could take long. */
function forbiddenCall(part: unknown): string | null {
  if (Array.isArray(part)) {
    for (const each of part) {
      const found = forbiddenCall(each);
      if (found !== null) return found;
    }
    return null;
  }
  if (typeof part !== 'object' || part === null || !('op' in part)) return null;
  const { op, args } = part as ASTNode;
  const name = op === 'call' || op === 'rcall' ? args[0] : null;
  return name !== null && FORBIDDEN.has(name) ? name : forbiddenCall(args);
}

/** JSON has one kind of number; CEL counts with whole ones as bigint. */
function celOf(value: Json): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(celOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, celOf(each)]));
}

class NotJson extends Error {}

function jsonOf(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return finite(Number(value));
  if (typeof value === 'number') return finite(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map) return jsonOf(Object.fromEntries(value));
  if (typeof value === 'object' && isPlain(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, jsonOf(each)]));
  if (typeof value === 'object' && 'valueOf' in value && typeof value.valueOf() === 'bigint')
    return jsonOf(value.valueOf());
  throw new NotJson('what comes of it is neither text, number, true or false, null, list nor map');
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new NotJson('what comes of it is not a finite number');
}

function reasonOf(error: unknown, names: readonly string[]): string {
  if (error instanceof NotJson) return error.message;
  if (!(error instanceof Error)) return String(error);
  const summary = 'summary' in error && typeof error.summary === 'string' ? error.summary : error.message;
  const [line = ''] = summary.split('\n');
  const unknown = /^Unknown variable: (.+)$/.exec(line)?.[1];
  if (unknown === undefined) return `${line.slice(0, 1).toLowerCase()}${line.slice(1)}`;
  const known = names.length === 0 ? 'nothing is known there' : `known are ${names.slice(0, 20).join(', ')}`;
  return `\`${unknown}\` stands for nothing (${known})`;
}

function cannot(expression: string, why: string, cause?: unknown): PortError {
  const shown = expression.length > 120 ? `${expression.slice(0, 120)}…` : expression;
  const message = `The expression \`${shown}\` cannot be evaluated: ${why}.`;
  return new PortError({ code: 'invalid', message, nextStep: "Mend it in the melody's file." }, cause);
}
