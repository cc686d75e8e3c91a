import type { QuestionView } from '@symphony/domain';
import { expect } from 'vitest';
import type { Stage } from '../scenarios/stage.ts';
import { concert } from './concert.ts';
import { commit, PLAYERS } from './scripts.ts';

/** The inbox as a script of a person would read it, once it holds a question about `words`. */
const asked = (stage: Stage, words: string): Promise<QuestionView> =>
  stage.until(`a question about ${words}`, async () => {
    const { code, out } = await stage.symphony('inbox', '--json');
    const { questions } = code === 0 ? JSON.parse(out) : { questions: [] };
    return questions.find(({ question }: QuestionView) => question.text.includes(words)) ?? false;
  });

for (const agent of PLAYERS)
  concert(
    `C20 ${agent}: what a rule says to ask for is asked, a person's word decides, and the run goes on`,
    { agents: [agent], config: { permissions: { ask: [{ command: 'touch *' }] } } },
    async ({ stage, ask }) => {
      ask('S-1', [{ run: 'touch denied.txt' }, { run: 'touch allowed.txt' }, ...commit('last.txt')]);
      const playing = await stage.play('--exit-when-idle');
      const first = await asked(stage, 'touch denied.txt');
      expect(first).toMatchObject({ item: 'S-1', question: { choices: ['allow', 'deny'] } });
      expect(await stage.symphony('answer', 'S-1', 'deny')).toMatchObject({ code: 0 });
      await asked(stage, 'touch allowed.txt');
      expect(await stage.symphony('answer', 'S-1', 'allow')).toMatchObject({ code: 0 });
      expect(await playing.ended).toMatchObject({ code: 0 });
      const files = await stage.repository.git('ls-tree', '--name-only', 'main');
      expect(files.split('\n')).toEqual(['README.md', 'allowed.txt', 'last.txt']);
      expect(stage.events.of('run-started')).toHaveLength(1);
    },
  );

concert(
  'C20 what a rule forbids is never asked for; what nobody answers in time is refused, and the run goes on',
  {
    agents: ['claude'],
    config: {
      permissions: { ask: ['Bash(touch *)'], deny: ['Bash(touch never*)'] },
      inbox: { wait: '2s' },
    },
  },
  async ({ stage, ask }) => {
    ask('S-1', [{ run: 'touch never.txt' }, { run: 'touch unanswered.txt' }, ...commit('last.txt')]);
    expect(await stage.playToTheEnd()).toMatchObject({ code: 0 });
    const { events } = stage;
    const questions = events.of('question-asked', 'S-1').map(({ question }) => question);
    expect(questions).toMatchObject([{ text: expect.stringContaining('touch unanswered.txt') }]);
    expect(events.of('question-answered', 'S-1')).toMatchObject([
      { question: questions[0]?.id, answer: 'deny' },
    ]);
    expect(events.of('permission-judged', 'S-1').filter(({ verdict }) => verdict === 'deny')).toMatchObject([
      {
        tool: 'Bash',
        summary: expect.stringContaining('touch never.txt'),
        why: expect.stringContaining('never'),
      },
    ]);
    const files = await stage.repository.git('ls-tree', '--name-only', 'main');
    expect(files.split('\n')).toEqual(['README.md', 'last.txt']);
  },
);
