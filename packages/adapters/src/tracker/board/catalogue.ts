import {
  type Blocker,
  normaliseName,
  PortError,
  type TrackedItem,
  type TrackerProblem,
} from '@symphony/domain';
import type { BoardFile } from './board-folder.ts';
import type { MalformedFile, ReadFile } from './item-file.ts';

/** All files of the board seen together: ids are unique, blockers have their state. */
export interface Catalogue {
  readonly items: readonly TrackedItem[];
  readonly problems: readonly TrackerProblem[];
  find(id: string): Found | null;
}

export type Found =
  | { readonly kind: 'item'; readonly path: string; readonly item: TrackedItem }
  | { readonly kind: 'malformed'; readonly path: string; readonly problem: TrackerProblem };

interface Kept {
  readonly file: BoardFile;
  readonly parsed: ReadFile;
}

export function catalogueOf(files: readonly BoardFile[]): Catalogue {
  const problems: TrackerProblem[] = [];
  const kept = new Map<string, Kept>();
  const malformed = new Map<string, { readonly path: string; readonly parsed: MalformedFile }>();
  for (const file of files) {
    const { parsed } = file;
    if (parsed.kind === 'malformed') {
      problems.push(parsed.problem);
      malformed.set(normaliseName(parsed.id), { path: file.path, parsed });
      continue;
    }
    const key = normaliseName(parsed.item.id);
    const first = kept.get(key);
    if (first) problems.push(...duplicates(first, file.name));
    else kept.set(key, { file, parsed });
  }
  const found = new Map<string, Found>();
  const items: TrackedItem[] = [];
  for (const [key, { file, parsed }] of kept) {
    problems.push(...parsed.remarks);
    const blockedBy = parsed.blockers.map((blocker): Blocker => {
      const other = kept.get(normaliseName(blocker.id))?.parsed.item;
      if (other) return { id: other.id, identifier: other.identifier, state: other.state };
      const broken = malformed.has(normaliseName(blocker.id));
      const message = `\`blocked_by\` names ${blocker.id}, ${broken ? 'whose file cannot be read' : 'which is not on the board'}.`;
      problems.push({ where: blocker.where, message });
      return { id: blocker.id, identifier: blocker.id, state: null };
    });
    const item: TrackedItem = { ...parsed.item, blockedBy };
    items.push(item);
    found.set(key, { kind: 'item', path: file.path, item });
  }
  for (const [key, { path, parsed }] of malformed) {
    if (!found.has(key)) found.set(key, { kind: 'malformed', path, problem: parsed.problem });
  }
  return { items, problems, find: (id) => found.get(normaliseName(id)) ?? null };
}

function duplicates(first: Kept, second: string): TrackerProblem[] {
  const { id } = first.parsed.item;
  return [
    {
      where: first.file.name,
      message: `The id ${id} is also used by ${second}; give one of them another id.`,
    },
    {
      where: second,
      message: `The id ${id} is already used by ${first.file.name}, so this file is left out.`,
    },
  ];
}

export const malformedItem = (id: string, problem: TrackerProblem): PortError =>
  new PortError({
    code: 'invalid',
    message: `${id} cannot be read: ${problem.where}: ${problem.message}`,
    nextStep: `Mend ${problem.where} on the board.`,
  });
