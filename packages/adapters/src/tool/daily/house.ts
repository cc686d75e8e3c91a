import { type Json, type StopSignal, type Tool, ToolError } from '@symphony/domain';
import { defineTool, fields, filled, text, whole } from '../define.ts';
import { askJson, at, below, notConfigured, textAt } from '../http.ts';

/** A house that Home Assistant looks after, over its REST interface. */
export interface HomeSettings {
  /** `http://homeassistant.local:8123` */
  readonly baseUrl: string;
  /** A long-lived access token. */
  readonly token: string;
}

const KEYS = '`runtime.home.base_url` and `runtime.home.token`';

interface Entity {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly attributes: Json;
}

export const homeTools = (settings: HomeSettings | null): Tool[] => [
  defineTool<{ query?: string; domain?: string; limit?: number }>({
    name: 'home.states',
    description: 'Tells the state of things in the house: lights, switches, sensors, heating.',
    permissions: ['network', 'read'],
    input: fields({
      'query?': text('Words of the name or id.'),
      'domain?': text('Only one kind: `light`, `switch`, `sensor`, `climate`.'),
      'limit?': whole('How many; 50 unless told.', 1, 500),
    }),
    run: async ({ query = '', domain, limit = 50 }, { signal }) => {
      const words = query
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '');
      const all = await entitiesOf(settings, signal);
      const found = all.filter(
        ({ id, name }) =>
          (domain === undefined || id.startsWith(`${domain}.`)) &&
          words.every((word) => `${id} ${name}`.toLowerCase().includes(word)),
      );
      return {
        entities: found
          .slice(0, limit)
          .map(({ id, name, state, attributes }) => ({ id, name, state, attributes })),
        found: found.length,
      };
    },
  }),
  defineTool<{ service: string; entity?: string; data?: Record<string, Json> }>({
    name: 'home.call',
    description:
      'Does something in the house, for example service `light.turn_on` on entity `light.kitchen` with data `{"brightness_pct": 40}`. The entity may be given by its name.',
    permissions: ['network', 'write'],
    input: fields({
      service: text('`domain.service`', { pattern: '^[a-z0-9_]+\\.[a-z0-9_]+$' }),
      'entity?': filled('Its id or its name.'),
      'data?': { type: 'object', description: 'More for the service.' },
    }),
    run: async ({ service, entity, data = {} }, { signal }) => {
      const house = settingsOf(settings);
      const [domain = '', action = ''] = service.split('.');
      const id = entity === undefined ? undefined : await idOf(house, entity, domain, signal);
      const changed = await askJson({
        of: 'The house',
        method: 'POST',
        url: below(house.baseUrl, `api/services/${domain}/${action}`),
        headers: { authorization: `Bearer ${house.token}` },
        body: { ...data, ...(id === undefined ? {} : { entity_id: id }) },
        settings: KEYS,
        signal,
      });
      const told = Array.isArray(changed) ? changed.flatMap(entityIn) : [];
      return {
        service,
        ...(id === undefined ? {} : { entity: id }),
        changed: told.map(({ id, state }) => ({ id, state })),
      };
    },
  }),
];

function settingsOf(settings: HomeSettings | null): HomeSettings {
  if (settings === null) throw notConfigured('The house', KEYS);
  return settings;
}

async function entitiesOf(settings: HomeSettings | null, signal: StopSignal): Promise<readonly Entity[]> {
  const { baseUrl, token } = settingsOf(settings);
  const url = below(baseUrl, 'api/states');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await askJson({ of: 'The house', url, headers, settings: KEYS, signal });
  return Array.isArray(answer) ? answer.flatMap(entityIn) : [];
}

/** Pictures and lists of what a lamp could do are left out: they are long and say nothing. */
const SAID = [
  'unit_of_measurement',
  'brightness',
  'temperature',
  'current_temperature',
  'device_class',
  'battery_level',
];

function entityIn(each: unknown): Entity[] {
  const id = textAt(each, 'entity_id');
  if (id === '') return [];
  const attributes = Object.fromEntries(
    SAID.flatMap((key) => {
      const value = at(each, 'attributes', key);
      return value === undefined || value === null ? [] : [[key, value as Json]];
    }),
  );
  return [
    { id, name: textAt(each, 'attributes', 'friendly_name') || id, state: textAt(each, 'state'), attributes },
  ];
}

/** People say names; of two with the same one, that of the service's own kind is meant. */
async function idOf(
  settings: HomeSettings,
  entity: string,
  domain: string,
  signal: StopSignal,
): Promise<string> {
  if (/^[a-z0-9_]+\.[a-z0-9_]+$/.test(entity)) return entity;
  const wanted = entity.trim().toLowerCase();
  const all = await entitiesOf(settings, signal);
  const named = all.filter(({ name }) => name.toLowerCase() === wanted);
  const own = named.filter(({ id }) => id.startsWith(`${domain}.`));
  const [one, another] = own.length > 0 ? own : named;
  if (one && !another) return one.id;
  const near = all.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, 8);
  throw new ToolError(
    another ? `More than one thing is called ${entity}.` : `Nothing in the house is called ${entity}.`,
    {
      guidance:
        near.length > 0
          ? `Use an id: ${near.map(({ id }) => id).join(', ')}.`
          : 'home.states tells what there is.',
    },
  );
}
