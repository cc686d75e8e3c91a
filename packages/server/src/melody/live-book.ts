import { join } from 'node:path';
import { MELODY_FOLDER, type MelodyBook, openMelodyBook } from '@symphony/adapters/melody';
import { type Melody, resolveParameters, type Settings, type Values } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import { watch } from 'chokidar';
import { whyNoExpression } from './library/expression-check.ts';
import { builtInMelodies } from './library/index.ts';

/** The melodies of a repository as they stand now: its own files and the built-in ones. */
export const readMelodies = (root: string): Promise<MelodyBook> =>
  openMelodyBook(root, builtInMelodies(), whyNoExpression);

/** Only its own files: none of the built-in ones waits for anything, and reading them takes a while. */
export const readOwnMelodies = (root: string): Promise<MelodyBook> =>
  openMelodyBook(root, [], whyNoExpression);

/** A melody that is to be played, with every parameter it takes. */
export interface PreparedMelody {
  readonly melody: Melody;
  readonly parameters: Values;
}

/** Finds it and checks what it was given. Rejects with a RequestError that says what to do. */
export async function prepareMelody(
  root: string,
  settings: Pick<Settings, 'verify'> | null,
  name: string,
  given: Values,
): Promise<PreparedMelody> {
  const book = await readMelodies(root);
  const found = book.find(name);
  if (!found) throw missingMelody(name, book);
  const { melody } = found;
  // What every melody may speak of besides its own parameters.
  const surroundings = { verify: (settings?.verify ?? []).join(' && ') };
  const resolved = resolveParameters(melody.parameters, given, surroundings);
  if (!resolved.ok) {
    const problems = resolved.problems.map(({ sentence }) => sentence).join(' ');
    const nextStep =
      resolved.problems[0]?.nextStep ?? `\`symphony melody show ${name}\` lists its parameters.`;
    throw new RequestError('invalid', `${name} cannot be played like this: ${problems}`, nextStep);
  }
  return { melody, parameters: { ...surroundings, ...resolved.values } };
}

function missingMelody(name: string, book: MelodyBook): RequestError {
  const problem = book.problems().find(({ file }) => file.endsWith(`/${name}.yaml`));
  if (problem) {
    const where = problem.line === null ? problem.file : `${problem.file}:${problem.line}`;
    return new RequestError('invalid', `${where}: ${problem.sentence}`, problem.nextStep);
  }
  return new RequestError(
    'missing',
    `There is no melody ${name}.`,
    '`symphony melody list` shows those there are.',
  );
}

const REST_MS = 200;

/** Calls back when a file of the repository's melodies has changed and come to rest. */
export function watchMelodies(
  root: string,
  changed: () => void,
  warn: (message: string) => void,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | null = null;
  const watcher = watch(join(root, MELODY_FOLDER), { ignoreInitial: true });
  watcher.on('all', () => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(changed, REST_MS);
  });
  watcher.on('error', (error) => warn(`Changes of melodies may go unnoticed: ${String(error)}`));
  return {
    async stop() {
      if (timer) clearTimeout(timer);
      await watcher.close();
    },
  };
}
