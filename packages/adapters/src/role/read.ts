import type { Role, RoleParameter, WrittenProblem } from '@symphony/domain';
import { checkerOf, didYouMean } from '../melody/schema-check.ts';
import { type FilePath, readYamlText } from '../yaml/index.ts';
import { PARAMETER_TYPES, roleSchema, TIERS } from './schema.ts';

/** A role as it was written, or what is wrong with it. */
export type RoleReading =
  | { readonly role: Role; readonly problems: readonly [] }
  | { readonly role: null; readonly problems: readonly WrittenProblem[] };

interface GivenRole {
  readonly name?: string;
  readonly description: string;
  readonly fast?: boolean;
  readonly tools?: readonly string[];
  readonly parameters?: readonly (Pick<RoleParameter, 'name' | 'description'> & Partial<RoleParameter>)[];
  readonly tier?: Role['tier'];
  readonly examples?: readonly string[];
  readonly prompt: string;
  readonly priority?: number;
}

const USUAL_PRIORITY = 10;
/** Fewer would not tell it from its neighbours. */
const LEAST_EXAMPLES = 3;

const check = checkerOf(roleSchema);

/** A role as people write it. `name` is what it is called unless it says so itself: its file's name. */
export function readRole(text: string, { name }: { readonly name: string }): RoleReading {
  const { faults, data, lineNear } = readYamlText(text);
  if (data === null || faults.length > 0) return { role: null, problems: faults };
  const given: unknown = JSON.parse(data.json);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return unread([
      {
        line: 1,
        sentence: 'A role is a map of keys and values.',
        nextStep: 'Begin with `description:` and `prompt:`.',
      },
    ]);
  const found = check(given, []);
  if (found.length > 0)
    return unread(
      found.map(({ path, sentence, nextStep }) => ({
        line: lineNear(path) ?? 1,
        sentence,
        nextStep: nearestWord(path, given) || nextStep,
      })),
    );
  const role = roleOf(given as GivenRole, name);
  const problems = faultsOf(role).map(({ path, ...problem }) => ({ line: lineNear(path) ?? 1, ...problem }));
  return problems.length > 0 ? unread(problems) : { role, problems: [] };
}

const unread = (problems: readonly WrittenProblem[]): RoleReading => ({ role: null, problems });

function roleOf(given: GivenRole, name: string): Role {
  return {
    name: given.name ?? name,
    description: given.description.trim(),
    fast: given.fast ?? true,
    tools: given.tools ?? [],
    parameters: (given.parameters ?? []).map(
      ({ name, description, type = 'text', required = false, choices }) => ({
        name,
        description,
        type,
        required,
        ...(choices ? { choices } : {}),
      }),
    ),
    tier: given.tier ?? 'default',
    examples: (given.examples ?? []).map((example) => example.trim()),
    prompt: given.prompt.trim(),
    priority: given.priority ?? USUAL_PRIORITY,
  };
}

interface Fault {
  readonly path: FilePath;
  readonly sentence: string;
  readonly nextStep: string;
}

/** What no schema says. */
function faultsOf(role: Role): Fault[] {
  const faults: Fault[] = [];
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(role.name))
    faults.push({
      path: [],
      sentence: `\`${role.name}\` cannot name a role.`,
      nextStep: 'Give a `name` of letters, digits and `_`.',
    });
  if (role.fast && role.examples.length < LEAST_EXAMPLES)
    faults.push({
      path: ['examples'],
      sentence: `A role that answers alone needs at least ${LEAST_EXAMPLES} examples.`,
      nextStep: 'Add requests it is for, in people’s words, or say `fast: false`.',
    });
  faults.push(...repeated(role.examples, 'examples'), ...repeated(role.tools, 'tools'));
  faults.push(
    ...repeated(
      role.parameters.map(({ name }) => name),
      'parameters',
    ),
  );
  return faults;
}

function repeated(words: readonly string[], key: string): Fault[] {
  return words.flatMap((word, at) =>
    words.indexOf(word) < at
      ? [
          {
            path: [key, at],
            sentence: `\`${word}\` is given twice in \`${key}\`.`,
            nextStep: 'Leave one of them out.',
          },
        ]
      : [],
  );
}

const WORDS: Readonly<Record<string, readonly string[]>> = { tier: TIERS, type: PARAMETER_TYPES };

/** For a word that is none of those its key takes; empty where there is nothing to guess. */
function nearestWord(path: FilePath, given: unknown): string {
  const known = WORDS[String(path.findLast((step) => typeof step === 'string'))];
  const value = path.reduce<unknown>(
    (found, step) => (found as Record<string | number, unknown> | undefined)?.[step],
    given,
  );
  return known && typeof value === 'string' ? didYouMean(value, known).trim() : '';
}
