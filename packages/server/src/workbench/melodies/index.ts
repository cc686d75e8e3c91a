import type { MelodyBook, MelodyEntry } from '@symphony/adapters/melody';
import type { MelodyEntryView, MelodyShelfView, MelodySourceView } from '@symphony/domain';
import { RequestError } from '@symphony/protocol';
import { readMelodies } from '../../melody/live-book.ts';
import { operatorViews } from './operator-schemas.ts';

export { checkGiven } from './melody-check.ts';
export { saveMelody } from './melody-save.ts';

/** All melodies there are, as their files stand now. */
export async function melodyShelf(root: string): Promise<MelodyShelfView> {
  const book = await readMelodies(root);
  return {
    melodies: book.list().map(entryView),
    problems: book.problems().map((problem) => ({ ...problem, node: null })),
    operators: operatorViews(),
  };
}

export async function melodySource(root: string, name: string): Promise<MelodySourceView> {
  const book = await readMelodies(root);
  const found = book.find(name);
  if (!found) throw notOnShelf(name, book);
  return { entry: entryView(found), melody: found.melody, text: found.text };
}

const entryView = ({ melody, origin, file }: MelodyEntry): MelodyEntryView => ({
  name: melody.name,
  title: melody.title,
  description: melody.description,
  origin,
  file,
  tags: melody.tags,
  nodes: melody.flow.nodes.length,
});

/** One whose file is broken is there, and its problem is what the person needs to hear. */
function notOnShelf(name: string, book: MelodyBook): RequestError {
  const broken = book.problems().find(({ file }) => file.endsWith(`/${name}.yaml`));
  if (!broken) {
    const nextStep = 'The shelf lists those there are.';
    return new RequestError('missing', `There is no melody ${name.slice(0, 100)}.`, nextStep);
  }
  const where = broken.line === null ? broken.file : `${broken.file}:${broken.line}`;
  return new RequestError('invalid', `${where}: ${broken.sentence}`, broken.nextStep);
}
