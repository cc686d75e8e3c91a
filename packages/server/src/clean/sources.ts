import { openGit } from '@symphony/adapters/git';
import {
  type ArtifactShelf,
  type ChamberDoor,
  ChamberShelf,
  type FolderDoor,
  FolderShelf,
  openArtifactShelf,
  openBranches,
  openBundleShelf,
  openLogShelf,
  openSessionShelf,
  Trash,
  Uses,
  unmergedInBundle,
} from '@symphony/adapters/stale';
import type { ItemId, StaleSource } from '@symphony/domain';
import { openChambersOf } from '../project.ts';
import { archiveOf, type Workplace } from '../workplace.ts';
import type { LogFacts } from './log-facts.ts';

/** Everything that piles up in a workplace, and where removed things wait. */
export interface Sources {
  readonly all: readonly StaleSource[];
  readonly trash: Trash;
  readonly uses: Uses;
}

export interface SourceOptions {
  readonly target: string;
  readonly artifacts: ArtifactShelf | null;
  /** The conductor's own, where it cleans: two calls for one chamber then never overlap. */
  readonly chambers: ChamberDoor | FolderDoor | null;
}

export async function openSources(
  workplace: Workplace,
  facts: LogFacts,
  options: SourceOptions,
): Promise<Sources> {
  const { root: repository } = workplace;
  const archive = archiveOf(workplace);
  const trash = new Trash(archive);
  const uses = new Uses(archive);
  const git = openGit(workplace.instance);
  const target = () => options.target;
  const shared = { archive, trash, uses };
  const { artifacts } = options;
  const chambers = options.chambers ?? (await openChambersOf(workplace));
  const ofItem = { uses, trash, standing: (item: ItemId | null) => facts.ofItem(item) };
  return {
    trash,
    uses,
    all: [
      'moveOut' in chambers
        ? new FolderShelf({ ...ofItem, folders: chambers })
        : new ChamberShelf({
            ...ofItem,
            repository,
            git,
            chambers,
            target,
            identifier: (item) => facts.identifier(item),
          }),
      openBranches({ repository, git, target, trash, uses, standing: (branch) => facts.ofBranch(branch) }),
      openBundleShelf({
        ...shared,
        folder: workplace.bundles,
        standing: async (_name, bundle) => ({
          guards: { unmerged: await unmergedInBundle(git, { repository, target: target(), bundle }) },
          training: false,
          usedAt: null,
        }),
      }),
      openSessionShelf({
        ...shared,
        folder: workplace.sessions,
        standing: (session) => facts.ofSession(session),
      }),
      openLogShelf({ ...shared, folder: workplace.log }),
      ...(artifacts === null
        ? []
        : [openArtifactShelf({ artifacts, trash, uses, standing: (each) => facts.ofArtifact(each) })]),
    ],
  };
}
