import type { ChatModelAnswer, ChatModelAsked } from '@symphony/testkit';

/** What the scripted model says in the chats of tests and pictures, by what it is asked. */

export const README_QUESTION = 'What does the readme say about this project?';
export const UMBRELLA =
  'Look up the weather in Berlin for tomorrow, set a timer for 25 minutes called Tea, and then list the open files.';
export const RUN_TESTS = 'Run the tests please';
export const RUN_LINTER = 'Run the linter please';
export const LONG_STORY = 'Explain the architecture of this project';

const README_ANSWER = `It is a **small project** that greets people:

- the greeting stands in \`README.md\`
- nothing else is there yet

| File | Lines |
| --- | --- |
| README.md | 1 |

<img src="http://127.0.0.1:9/x.png" onerror="alert(1)"> [a trap](javascript:alert(1)) and [a page](https://example.org/).`;

const PLAN = {
  reasoning: 'The forecast and the timer have nothing to do with each other, so both begin at once.',
  steps: [
    {
      step: 1,
      tool: 'weather.forecast',
      description: 'Look up tomorrow’s weather in Berlin',
      parameters: { place: 'Berlin', days: 2 },
      dependsOn: [],
    },
    {
      step: 2,
      tool: 'timer.set',
      description: 'Set a timer for 25 minutes',
      parameters: { duration: '25 minutes', label: 'Tea' },
      dependsOn: [],
    },
    {
      step: 3,
      tool: 'files.list',
      description: 'List the files of the repository',
      parameters: { path: '.' },
      dependsOn: [2],
    },
    {
      step: 4,
      tool: 'none',
      description: 'Say what to wear for the weather',
      parameters: { response: 'It will be {{step_1_output.summary}}.' },
      dependsOn: [1],
    },
  ],
};

const OPINION = {
  performance: 'poor',
  quality: 'suboptimal',
  action: 'continue',
  reasoning: 'The weather service does not answer; what does not need it can go on.',
  improvements: [],
  confidence: 0.9,
  lesson: '',
};

export const STORY = Array.from({ length: 120 }, (_, at) => `word${at + 1}`).join(' ');

/** It is tried once: whoever denies it is not asked again. */
let linted = false;

export function scriptedChat({ system, user, results, tools }: ChatModelAsked): ChatModelAnswer {
  if (system.includes('You write plans of tool calls'))
    return { say: user.includes(UMBRELLA) ? JSON.stringify(PLAN) : 'There is nothing to plan.' };
  if (system.includes("You write the answer to a person's request"))
    return {
      say: 'The tea timer is set for 25 minutes, and the files are listed. Tomorrow’s weather could **not** be looked up: the service did not answer.',
      wordMs: 20,
    };
  if (tools.length === 0)
    return {
      say: JSON.stringify(user.includes('"route"') ? { route: 'planning', confidence: 0.9 } : OPINION),
    };
  if (user.includes(README_QUESTION))
    return results === 0
      ? { say: 'I will read it first.', call: { tool: 'files__read', input: { path: 'README.md' } } }
      : { say: README_ANSWER, wordMs: 15 };
  if (user.includes(RUN_TESTS))
    return results === 0
      ? { call: { tool: 'shell__run', input: { command: 'echo all 42 tests passed' } } }
      : { say: 'All **42 tests** passed.', wordMs: 10 };
  if (user.includes(RUN_LINTER)) {
    if (linted) return { say: 'I was not allowed to run it.' };
    linted = true;
    return { call: { tool: 'shell__run', input: { command: 'echo nothing to complain about' } } };
  }
  if (user.includes(LONG_STORY)) return { say: STORY, wordMs: 40 };
  return { say: `You said: ${user.slice(-200)}`, wordMs: 5 };
}
