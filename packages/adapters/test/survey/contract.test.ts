import { rm } from 'node:fs/promises';
import { surveyContract } from '@symphony/testkit';
import { MemorySurvey } from '../../src/survey/memory/index.ts';
import { openSurveyHall } from './hall.ts';

surveyContract('memory', async (files) => {
  const survey = new MemorySurvey(files);
  return {
    survey,
    commit: async (branch, changes) => survey.commit(branch, changes),
    openChamber: async (name) => survey.openChamber(name),
    write: async (chamber, changes) => survey.write(chamber, changes),
    commitIn: async (chamber) => survey.commitIn(chamber),
    remove: async (chamber) => survey.remove(chamber),
    close: async () => undefined,
  };
});

surveyContract('git', async (files) => {
  const { hall, survey } = await openSurveyHall({ files: files as Record<string, string> });
  const { repository } = hall;
  return {
    survey,
    commit: async (branch, changes) => {
      await repository.git('checkout', '--quiet', branch);
      const commit = await repository.commit(changes, 'A change');
      await repository.git('checkout', '--quiet', 'main');
      return commit;
    },
    openChamber: (name) => hall.prepare(name),
    write: (chamber, changes) => hall.in(chamber).write(changes),
    commitIn: async (chamber) => void (await hall.in(chamber).commit({}, 'Work')),
    remove: (chamber) => rm(chamber.path, { recursive: true }),
    close: async () => undefined,
  };
});
