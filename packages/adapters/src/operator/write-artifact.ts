import { type Json, PortError } from '@symphony/domain';
import type { Operator } from './operator.ts';

/** Keeps a text for good. A value that is no text is kept as JSON. */
export const writeArtifact: Operator = {
  keys: ['name', 'type', 'text'],
  run: async ({ request, config }, { keep }) => {
    const [name, type, text] = [config.text('name'), config.text('type'), textOf(config.json('text'))];
    if (keep) return { artifact: await keep(name, type, text, request.key) };
    throw new PortError({
      code: 'refused',
      message: `The artifact ${name} cannot be kept: there is no artifact store here.`,
    });
  },
};

const textOf = (value: Json): string =>
  typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`;
