import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Step, scriptText } from '@symphony/testkit';
import { expect } from 'vitest';
import { concert } from './concert.ts';
import { commit, PLAYERS } from './scripts.ts';

const deviate: Step = {
  tool: {
    name: 'record_deviation',
    input: {
      severity: 'major',
      expected: 'one greeting',
      discovered: 'two greetings',
      action: 'kept both',
      reasoning: 'both are used',
      impact: 'the printer must choose',
    },
  },
};

const requirement: Step = {
  tool: { name: 'add_requirement', input: { text: 'Greet politely', why: 'the tests say so' } },
};

for (const agent of PLAYERS)
  concert(
    `M4 M8 ${agent}: a mission of two workers from its file to the target, deviations told by the agent itself`,
    { agents: [agent], config: { verify: ['test -e README.md'] } },
    async ({ stage, agents }) => {
      const folder = join(stage.path, '.symphony', 'missions');
      mkdirSync(folder, { recursive: true });
      const file = join(folder, 'greet.yaml');
      writeFileSync(
        file,
        JSON.stringify({
          name: 'greet',
          title: 'Greet people',
          request: 'Greet people by name',
          criteria: [{ text: 'both are there', check: 'test -e hello.txt && test -e print.txt' }],
          rules: [{ severity: 'major', verdict: 'adopt' }],
          workers: [
            {
              id: 'hello',
              title: 'Say hello',
              task: scriptText([deviate, requirement, ...commit('hello.txt', 'hello\n')]),
              scope: 'hello.txt',
            },
            {
              id: 'print',
              title: 'Print it',
              task: scriptText(commit('print.txt', 'print\n')),
              scope: 'print.txt',
            },
          ],
        }),
      );
      await stage.play();
      expect(await stage.symphony('mission', 'start', file, '--yes')).toMatchObject({ code: 0 });
      const { events } = stage;
      await stage.until('the mission has ended', () => events.of('mission-ended').length > 0);
      expect(events.of('mission-ended')).toMatchObject([{ outcome: 'done' }]);
      expect(events.of('tool-reported', 'greet-hello').map(({ report }) => report.kind)).toEqual([
        'deviation',
        'requirement',
      ]);
      expect(events.of('deviation-decided')).toMatchObject([
        { deviation: 'D1', decision: { verdict: 'adopt', by: 'rule 1' } },
      ]);
      expect(events.of('mission-merged').map(({ record }) => record.merged.length)).toEqual([2]);
      expect(await stage.repository.read('hello.txt', 'main')).toBe('hello');
      expect(await stage.repository.read('print.txt', 'main')).toBe('print');
      await stage.end();
      expect(await agents()).toEqual([]);
    },
  );
