import type { Instant } from '@symphony/domain';
import type { Role } from '../roles/role.ts';
import { Classifier } from './classifier/classifier.ts';
import { extractParameters } from './parameters/extract.ts';
import type { CommandMap } from './patterns/command-map.ts';
import { patternFrom } from './patterns/induction.ts';
import type { Pattern } from './patterns/pattern.ts';

/** What the examples of roles teach: a classifier, and patterns their author vouches for. */
export interface LearnedRoles {
  readonly byName: ReadonlyMap<string, Role>;
  /** Null: no role has an example. */
  readonly classifier: Classifier | null;
}

/** An example stands for its role, but a name in a file is no proof: a failure or two and it has to earn trust. */
const VOUCHED = 0.9;

export function learnRoles(roles: readonly Role[]): LearnedRoles {
  const examples = roles.flatMap(({ name, examples: texts }) => texts.map((text) => ({ text, label: name })));
  return { byName: new Map(roles.map((role) => [role.name, role])), classifier: Classifier.learn(examples) };
}

/** Only what the map does not know yet: outcomes that were learned are not overwritten by the file again. */
export function vouchForExamples(map: CommandMap, roles: readonly Role[], now: Instant): void {
  for (const role of roles.filter(({ fast }) => fast))
    for (const example of role.examples) {
      const { parameters, missing } = extractParameters(example, role.parameters);
      const pattern = missing.length === 0 ? namedPattern(example, role, parameters) : null;
      if (pattern) map.add(pattern, { confidence: VOUCHED, now });
    }
}

export function namedPattern(
  request: string,
  role: Role,
  parameters: Parameters<typeof patternFrom>[2],
): Omit<Pattern, 'counts'> | null {
  const pattern = patternFrom(request, role, parameters);
  return pattern && { id: `${role.name}: ${pattern.trigger}`, ...pattern };
}
