import { join } from 'node:path';
import { openChambers } from '@symphony/adapters/chamber/worktree';
import { type Git, openGit } from '@symphony/adapters/git';
import { openSurvey } from '@symphony/adapters/survey/git';
import type { Chamber, ChamberPort, Survey } from '@symphony/domain';
import { makeRepository, type Repository } from '@symphony/testkit';

/** A repository of many small files, with chambers and as many surveys of it as are asked for. */
export interface Ground {
  readonly repository: Repository;
  readonly chambers: ChamberPort;
  prepare(name: string): Promise<Chamber>;
  /** Each knows nothing of the others and counts the git processes it starts. */
  openSurvey(name: string): { readonly survey: Survey; readonly started: () => number };
}

export const FILES_A_FOLDER = 50;
const LINES = Array.from({ length: 40 }, (_, at) => `line ${at} of a file that is worked on\n`).join('');

export const fileAt = (at: number): string => `src/part-${Math.floor(at / FILES_A_FOLDER)}/file-${at}.txt`;
export const textWith = (line: number, text: string): string =>
  LINES.replace(`line ${line} of`, `${text} of`);

export async function openGround(files: number): Promise<Ground> {
  const repository = await makeRepository({
    files: Object.fromEntries(Array.from({ length: files }, (_, at) => [fileAt(at), `${LINES}${at}\n`])),
  });
  const instance = `bench-mission-${process.pid}`;
  const symphony = join(repository.path, '.symphony');
  const options = {
    repository: repository.path,
    root: join(symphony, 'chambers'),
    bundles: join(symphony, 'bundles'),
    instance,
    git: openGit(instance),
    settings: () => ({
      links: [],
      copies: [],
      ports: 0,
      env: {},
      hooks: { after_create: null, before_run: null, after_run: null, before_remove: null },
      hookTimeoutMs: 20_000,
      fetch: false,
    }),
  };
  const chambers = openChambers(options);
  return {
    repository,
    chambers,
    prepare: (name) =>
      chambers.prepare({ item: name, identifier: name, title: name, target: 'main', known: null }),
    openSurvey: (name) => {
      let count = 0;
      const gitWith = (env: Readonly<Record<string, string>>) =>
        counted(openGit(instance, env), () => count++);
      const survey = openSurvey({
        ...options,
        git: gitWith({}),
        gitWith,
        scratch: join(symphony, 'run', name),
      });
      return { survey, started: () => count };
    },
  };
}

function counted(git: Git, count: () => void): Git {
  return Object.assign(
    (...given: Parameters<Git>) => {
      count();
      return git(...given);
    },
    {
      try: (...given: Parameters<Git['try']>) => {
        count();
        return git.try(...given);
      },
    },
  );
}
