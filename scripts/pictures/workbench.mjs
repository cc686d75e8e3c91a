/** What is taken of the workbench, by name: where, what must be seen before, and what is done first. */
import { REQUEST } from './chat-model.mjs';

const PHONE = { width: 390, height: 844 };
const at = (path) => () => path;

export const WORKBENCH = {
  board: { path: at('/'), until: 'Write a tour that runs' },
  'board-dark': { path: at('/'), until: 'Write a tour that runs', dark: true },
  phone: { path: at('/inbox'), until: 'How many decimals', ...PHONE },
  transcript: { path: at('/item/S-3'), until: 'The same line was changed on main' },
  changes: {
    path: at('/item/S-6?tab=changes&file=src%2Flength.js'),
    until: 'export const convertLength',
    first: writeRemark,
  },
  inbox: { path: at('/inbox'), until: 'How many decimals' },
  train: { path: at('/train'), until: 'sent back' },
  melody: {
    path: at('/harmony/m/implement-issue'),
    until: 'Nothing is chosen',
    first: goTo('Read the plan'),
  },
  harmony: {
    path: ({ run }) => `/harmony/run/${run}`,
    until: 'implement-issue',
    dark: true,
    first: goTo('Agree to the plan'),
  },
  mission: { path: at('/missions/command-line?tab=deviations'), until: 'Discovered' },
  chat: { path: at('/chat/new'), until: 'What would you like', height: 960, first: askForReview },
  'chat-dark': {
    path: at('/chat/new'),
    until: 'What would you like',
    height: 960,
    dark: true,
    first: askForReview,
  },
  'mission-dark': { path: at('/missions/command-line'), until: 'Hand-off', dark: true },
  stats: { path: at('/stats'), until: 'violin' },
  replay: { path: at('/replay'), until: 'Done', dark: true, first: goBack },
  settings: { path: at('/settings'), until: 'target' },
};

async function writeRemark(page) {
  await page.getByRole('button', { name: 'Wrap' }).click();
  await page.getByRole('button', { name: /^Remark about added line .*convertLength/ }).click();
  await page.getByLabel(/^Remark about line/).fill('Say in the message what was asked for: feet, or feat?');
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'Send 1 remark' }).waitFor();
}

/** Found by its name, a node is chosen and as large as it can be read. */
function goTo(node) {
  return async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type(node);
    await page.getByRole('option', { name: node, selected: true }).waitFor();
    await page.keyboard.press('Enter');
  };
}

/** To when an item came back from the train. */
async function goBack(page) {
  for (let marks = 0; marks < 4; marks++) await page.keyboard.press('p');
}

async function askForReview(page) {
  await page.getByRole('textbox', { name: 'Ask Symphony' }).fill(REQUEST);
  await page.keyboard.press('Enter');
  await page.getByText('The timer rings in').first().waitFor();
  await page.getByRole('button', { name: 'Send' }).waitFor();
}
