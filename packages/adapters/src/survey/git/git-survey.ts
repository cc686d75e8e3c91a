import type { Survey } from '@symphony/domain';
import { chamberKey } from '../../chamber/key.ts';
import { commitOf } from '../../chamber/worktree/chamber-git.ts';
import { guarded } from '../../chamber/worktree/failure.ts';
import type { Ground } from '../../chamber/worktree/ground.ts';
import type { ChamberOptions } from '../../chamber/worktree/index.ts';
import { canonical } from '../../chamber/worktree/path.ts';
import type { Git } from '../../git/index.ts';
import { Aside } from './aside.ts';
import { changedSince } from './changed.ts';
import { readFileAt } from './file-at.ts';
import { marksBetween } from './marks.ts';
import { openMissionBranch } from './mission-branch.ts';
import { Sights } from './sight.ts';
import { tryMerge } from './trial.ts';

/** Those of the chambers it looks at, and what looking itself needs. */
export interface SurveyOptions extends ChamberOptions {
  /** An absolute folder that is ours alone; emptied when the survey begins. */
  readonly scratch: string;
  /** Git with more in its environment. */
  readonly gitWith: (env: Readonly<Record<string, string>>) => Git;
  /** After how many looks the scratch folder is tidied up; as many as is usual unless told. */
  readonly renewAfter?: number;
}

/**
 * The survey of one repository, by the git binary. What a chamber holds at one moment and what trial
 * merges come to are written aside: looking again and again leaves nothing behind in the user's
 * repository.
 */
export function openSurvey(options: SurveyOptions): Survey {
  const sights = new Sights();
  let stand: Promise<Stand> | null = null;
  const onStand = <T>(work: (stand: Stand) => Promise<T>): Promise<T> =>
    guarded(async () => {
      stand ??= standOn(options, sights).catch((error: unknown) => {
        stand = null; // the next call looks again: the person may have mended it
        throw error;
      });
      return work(await stand);
    });
  const inRepository = <T>(work: (ground: Ground) => Promise<T>) => onStand(({ ground }) => work(ground));
  const aside = <T>(work: (ground: Ground) => Promise<T>) => onStand((each) => each.aside.use(work));
  return {
    openBranch: (branch, from) => inRepository((ground) => openMissionBranch(ground, branch, from)),
    commitOf: (branch) => inRepository((ground) => commitOf(ground, `refs/heads/${branch}`)),
    changed: (base, head) => aside((ground) => changedSince(ground, base, head)),
    marks: (base, head) => aside((ground) => marksBetween(ground, base, head)),
    sight: (chamber) => aside((ground) => sights.of(ground, chamber)),
    trial: (a, b) => aside((ground) => tryMerge(ground, a.commit, b.commit)),
    read: (commit, path) => aside((ground) => readFileAt(ground, commit, path)),
  };
}

interface Stand {
  readonly ground: Ground;
  readonly aside: Aside;
}

async function standOn(options: SurveyOptions, sights: Sights): Promise<Stand> {
  const { repository, git, scratch, gitWith, renewAfter } = options;
  const asked = ['rev-parse', '--path-format=absolute', '--git-common-dir', '--git-path', 'objects'];
  const [common = '', store = ''] = (await git(repository, ...asked)).split('\n');
  const ground: Ground = {
    ...options,
    common: await canonical(common),
    root: await canonical(options.root),
    notice: options.notice ?? (() => undefined),
    keyOf: options.keyOf ?? chamberKey,
  };
  const more = renewAfter === undefined ? {} : { renewAfter };
  const needed = () => sights.commits();
  return { ground, aside: await Aside.open(ground, store, { scratch, gitWith, needed, ...more }) };
}
