import { MELODY_FOLDER } from '@symphony/adapters/melody';
import type { Melody, MelodyProblemView } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import { openMelodies } from '../../melody/library/door.ts';
import { checkGiven } from './melody-check.ts';

/**
 * Writes a melody of the repository and answers its file. One that could not be played is not written.
 * `over`: one of this name may be there; a built-in one then stays behind it.
 */
export async function saveMelody(root: string, given: Melody, over: boolean): Promise<string> {
  const { melody, text, problems } = checkGiven({ melody: given });
  if (melody === null || text === null) throw unplayable(given, problems);
  const door = await openMelodies(root);
  const there = door.book.find(melody.name);
  if (there && !over) {
    throw new RequestError(
      'conflict',
      `There is a melody ${melody.name} already (${there.origin === 'built-in' ? 'built in' : there.file}).`,
      'Choose another name, or save over it.',
    );
  }
  const file = `${MELODY_FOLDER}/${melody.name}.yaml`;
  if (there?.origin === 'repository' && there.file !== file) {
    throw new RequestError(
      'conflict',
      `${melody.name} is kept in ${there.file}, and a second file of that name would hide one of them.`,
      `Rename ${there.file} to ${file}, or choose another name.`,
    );
  }
  return door.save(melody.name, text, over);
}

const TOLD = 3;

function unplayable({ name }: Melody, problems: readonly MelodyProblemView[]): RequestError {
  const told = problems.slice(0, TOLD).map(({ sentence }) => sentence);
  const more = problems.length > TOLD ? ` And ${problems.length - TOLD} more.` : '';
  const message = `The melody ${String(name).slice(0, 100)} is not saved: ${told.join(' ')}${more}`;
  return new RequestError('invalid', message, problems[0]?.nextStep ?? null);
}
