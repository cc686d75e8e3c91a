import type { Git } from '../../git/index.ts';
import { chamberKey } from '../key.ts';
import { WorktreeChambers } from './chambers.ts';
import { failure, gitFailure } from './failure.ts';
import type { Ground } from './ground.ts';
import { canonical } from './path.ts';
import type { ChamberSettings } from './settings.ts';

export { plainChamberKey, workspaceKey } from '../key.ts';
export { WorktreeChambers } from './chambers.ts';
export type { ChamberSettings } from './settings.ts';

export interface ChamberOptions {
  /** The main checkout. */
  readonly repository: string;
  /** Where chambers live, absolute: `.symphony/chambers`. */
  readonly root: string;
  readonly git: Git;
  readonly instance: string;
  /** Where bundles of removed chambers are stored. */
  readonly bundles: string;
  readonly settings: () => ChamberSettings;
  /** Told, in a sentence, of failures that stop nothing: an `after_run` hook, a fetch. */
  readonly notice?: (message: string) => void;
  /** How chambers are named: with a hash unless given. */
  readonly keyOf?: (identifier: string) => string;
}

/** Chambers of one repository. The repository is looked at when the first one is asked for. */
export function openChambers(options: ChamberOptions): WorktreeChambers {
  let ground: Promise<Ground> | null = null;
  const ask = () => {
    ground ??= survey(options).catch((error: unknown) => {
      ground = null; // the next call looks again: the person may have mended it
      throw error;
    });
    return ground;
  };
  return new WorktreeChambers(ask);
}

async function survey(options: ChamberOptions): Promise<Ground> {
  const { repository, git } = options;
  const asked = ['rev-parse', '--is-bare-repository', '--path-format=absolute', '--git-common-dir'];
  const result = await git.try(repository, asked);
  if (/not a git repository/.test(result.stderr))
    throw failure('missing', `${repository} is not a git repository.`, `git init ${repository}`);
  if (result.code !== 0) throw gitFailure('rev-parse', result);
  const [bare, ...common] = result.stdout.trimEnd().split('\n');
  if (bare === 'true')
    throw failure(
      'refused',
      `${repository} is a bare repository; chambers are cut from one with a working tree.`,
      'Clone it and run Symphony in the clone.',
    );
  return {
    ...options,
    common: await canonical(common.join('\n')),
    root: await canonical(options.root),
    notice: options.notice ?? (() => undefined),
    keyOf: options.keyOf ?? chamberKey,
  };
}
