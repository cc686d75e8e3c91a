/** The model of the pictures: it plans one request and answers it, in words that are written here. */
import { openChatModel } from '../../packages/testkit/src/index.ts';

export const REQUEST =
  'Look at what was merged last and at the files in src, set a timer for 25 minutes to review them, and then tell me where to begin.';

const PLAN = {
  reasoning:
    'Reading the history, listing the files and setting the timer need nothing of each other; where to begin follows from the first two.',
  steps: [
    step(1, 'git.log', 'See what was merged last', { limit: 5 }),
    step(2, 'files.list', 'See what the project is made of', { path: 'src' }),
    step(3, 'timer.set', 'Set a timer for the review', {
      duration: '25 minutes',
      label: 'Review the conversions',
    }),
    step(
      4,
      'none',
      'Find the best place to begin',
      { response: 'The newest file is the one to read first.' },
      [1, 2],
    ),
  ],
};

function step(number, tool, description, parameters, dependsOn = []) {
  return { step: number, tool, description, parameters, dependsOn };
}

const ANSWER = `Begin with \`src/length.js\`: it was merged last, and everything else converts the way it does.

The timer rings in **25 minutes**.`;

export const openPictureModel = () =>
  openChatModel(({ system }) => {
    if (system.includes('You write plans of tool calls')) return { say: JSON.stringify(PLAN) };
    return { say: ANSWER };
  });
