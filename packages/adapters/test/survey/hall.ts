import { join } from 'node:path';
import type { Survey } from '@symphony/domain';
import { type Git, openGit } from '../../src/git/index.ts';
import { openSurvey } from '../../src/survey/git/index.ts';
import { type Hall, openHall } from '../chamber/hall.ts';

/** A repository with chambers and a survey of it, which counts how often git is started. */
export interface SurveyHall {
  readonly hall: Hall;
  readonly survey: Survey;
  /** The command of every git that was started since it was last emptied. */
  readonly started: string[];
  readonly scratch: string;
}

let number = 0;

export async function openSurveyHall(
  options: Parameters<typeof openHall>[0] & { renewAfter?: number } = {},
): Promise<SurveyHall> {
  const hall = await openHall(options);
  const started: string[] = [];
  number += 1;
  const instance = `survey-test-${process.pid}-${number}`;
  const scratch = join(hall.repository.path, '.symphony', 'run', 'survey');
  const survey = openSurvey({
    repository: hall.repository.path,
    root: hall.root,
    bundles: hall.bundles,
    instance,
    settings: () => hall.settings,
    notice: (message) => hall.notices.push(message),
    scratch,
    git: counted(openGit(instance), started),
    gitWith: (env) => counted(openGit(instance, env), started),
    ...(options.renewAfter === undefined ? {} : { renewAfter: options.renewAfter }),
  });
  return { hall, survey, started, scratch };
}

/** The first word that is no option. */
const commandIn = (args: readonly string[]): string =>
  args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? '';

function counted(git: Git, started: string[]): Git {
  const count = (args: readonly string[]) => started.push(commandIn(args));
  return Object.assign(
    (cwd: string, ...args: string[]) => {
      count(args);
      return git(cwd, ...args);
    },
    {
      try: (...[cwd, args, options]: Parameters<Git['try']>) => {
        count(args);
        return git.try(cwd, args, options);
      },
    },
  );
}
