import type { ContextRequirement, Json, JsonSchema, ModelRequest } from '@symphony/domain';
import type { Role } from '../roles/role.ts';

/** What a model said of a request, held against the contract (R7). */
export type ModelRoute =
  | {
      readonly valid: true;
      readonly route: string;
      readonly confidence: number;
      readonly parameters: Readonly<Record<string, Json>>;
      readonly contextRequirements: readonly ContextRequirement[];
    }
  | { readonly valid: false; readonly error: string };

export const PLANNING = 'planning';
const DOUBTED = 0.7;
/** What a doubtful choice of a role becomes: planned, and said to be so with this confidence. */
const DOUBT = 0.6;
const FIELDS: ReadonlySet<string> = new Set(['route', 'confidence', 'parameters', 'context_requirements']);
export const REQUIREMENTS: readonly ContextRequirement[] = [
  'location',
  'recent_memory',
  'presence',
  'schedule',
];

/** The question, so that the answer is one JSON object. */
export function routeQuestion(request: string, roles: readonly Role[]): ModelRequest {
  return {
    tier: 'weak',
    purpose: 'route',
    temperature: 0,
    maxOutputTokens: 400,
    format: { name: 'route', schema: SCHEMA },
    messages: [
      { role: 'system', text: rules(roles) },
      { role: 'user', text: request },
    ],
  };
}

/** Anything that is not exactly what was asked for is invalid: a half-read answer must not be acted on. */
export function readRoute(reply: string, roles: readonly Role[]): ModelRoute {
  const text = firstObject(reply);
  if (text === null) return invalid('it answered no whole JSON object');
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return invalid('it answered something that is not JSON');
  }
  if (typeof said !== 'object' || said === null || Array.isArray(said))
    return invalid('it answered no object');
  const { route, confidence, parameters = {}, context_requirements = [] } = said as Record<string, unknown>;
  const extra = Object.keys(said).filter((key) => !FIELDS.has(key));
  if (extra.length > 0) return invalid(`it added \`${extra[0]}\``);
  if (typeof route !== 'string' || route.trim() === '') return invalid('it named no route');
  if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1))
    return invalid('its confidence is not between 0 and 1');
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
    return invalid('its parameters are no object');
  if (!Array.isArray(context_requirements)) return invalid('its context requirements are no list');
  const name = known(route, roles);
  if (name === null) return invalid(`there is no role \`${route.slice(0, 40)}\``);
  const doubtful = name !== PLANNING && confidence < DOUBTED;
  return {
    valid: true,
    route: doubtful ? PLANNING : name,
    confidence: doubtful ? DOUBT : confidence,
    parameters: doubtful ? {} : (parameters as Readonly<Record<string, Json>>),
    contextRequirements: REQUIREMENTS.filter((each) => context_requirements.includes(each)),
  };
}

/** From the first `{` to the brace that closes it, braces in strings apart. Null: it never closes. */
export function firstObject(text: string): string | null {
  const start = text.indexOf('{');
  if (start < 0) return null;
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (quoted) {
      if (letter === '\\') at += 1;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === '{') depth += 1;
    else if (letter === '}') {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return null;
}

const invalid = (error: string): ModelRoute => ({ valid: false, error });

function known(route: string, roles: readonly Role[]): string | null {
  const wanted = route.trim().toLowerCase();
  if (wanted === PLANNING) return PLANNING;
  return roles.find(({ name, fast }) => fast && name.toLowerCase() === wanted)?.name ?? null;
}

function rules(roles: readonly Role[]): string {
  const fast = roles.filter((role) => role.fast).sort((a, b) => a.priority - b.priority);
  const described = fast.map(({ name, description, parameters, examples }) =>
    [
      `- ${name}: ${description}`,
      ...parameters.map(
        (each) =>
          `  parameter ${each.name} (${each.type}${each.required ? ', REQUIRED' : ''}${each.choices ? `, exactly one of ${each.choices.join(' | ')}` : ''}): ${each.description}`,
      ),
      ...(examples.length > 0 ? [`  for example: ${examples.slice(0, 3).join(' / ')}`] : []),
    ].join('\n'),
  );
  return [
    'Say which one role answers the request. Answer with one JSON object and nothing else:',
    '{"route": "...", "confidence": 0.0, "parameters": {}, "context_requirements": []}',
    `"route" is the name of a role or "${PLANNING}". Several tasks, or more than one step: always "${PLANNING}".`,
    `A REQUIRED parameter that was not said: "${PLANNING}". Confidence below 0.7: "${PLANNING}".`,
    `"context_requirements" holds only what is needed of: ${REQUIREMENTS.join(', ')}.`,
    'Of roles that fit equally well take the first. The roles:',
    ...described,
  ].join('\n');
}

const SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['route', 'confidence', 'parameters', 'context_requirements'],
  properties: {
    route: { type: 'string' },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    parameters: { type: 'object' },
    context_requirements: { type: 'array', items: { enum: REQUIREMENTS } },
  },
};
