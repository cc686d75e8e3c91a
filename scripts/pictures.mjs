/**
 * `npm run pictures`: makes docs/pictures anew from the sample, played in rehearsal: the workbench in a
 * real Chromium, the dashboard in a real terminal. `npm run pictures -- train stats` makes only those.
 * Needs Chromium and tmux, and asks nobody outside this machine.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { look, noBrowser, openBrowser } from '../packages/web/test/browser.ts';
import { ROOT } from './node24.mjs';
import { openSample } from './pictures/sample-stage.mjs';
import { drawScreen, screenOf } from './pictures/terminal.mjs';
import { WORKBENCH } from './pictures/workbench.mjs';
import { buildWeb } from './web.mjs';

const FOLDER = join(ROOT, 'docs', 'pictures');
/** Every version of each of them stays in the history for ever. */
const MOST_BYTES = 150_000;
const APPEARS_MS = 20_000;
/** Charts and drawings find their size. */
const SETTLES_MS = 800;

const TERMINAL = { terminal: /Working/ };

async function takeWorkbench(browser, stage, { path, until, first, ...how }) {
  const { page, context, complaints } = await look(browser, stage.address(path(stage)), {
    height: 760,
    ...how,
  });
  try {
    await page.getByText(until).first().waitFor({ timeout: APPEARS_MS });
    await page.waitForTimeout(SETTLES_MS);
    if (first) {
      await first(page);
      await page.waitForTimeout(SETTLES_MS);
    }
    if (complaints.length > 0) throw new Error(`the page complains: ${complaints.join('; ')}`);
    return await page.screenshot();
  } finally {
    await context.close();
  }
}

async function takeTerminal(browser, stage, until) {
  const argv = [process.execPath, join(ROOT, 'bin', 'symphony.mjs'), '-C', stage.folder, 'tui'];
  return drawScreen(browser, await screenOf(argv, stage.env, until));
}

function keep(name, picture) {
  if (picture.length > MOST_BYTES) throw new Error(`it has ${picture.length} bytes: take less of it.`);
  writeFileSync(join(FOLDER, `${name}.png`), picture);
  process.stdout.write(`${name}.png  ${Math.round(picture.length / 1000)} kB\n`);
}

/** One that cannot be taken keeps no other from being taken. */
async function takeAll(names) {
  const wanted = (all) => Object.entries(all).filter(([name]) => names.length === 0 || names.includes(name));
  mkdirSync(FOLDER, { recursive: true });
  const browser = await openBrowser();
  const stage = await openSample().catch(async (error) => {
    await browser.close();
    throw error;
  });
  let failed = 0;
  const attempt = async (name, take) => {
    try {
      keep(name, await take());
    } catch (error) {
      failed += 1;
      process.stderr.write(`${name}: ${error.message}\n`);
    }
  };
  try {
    for (const [name, one] of wanted(WORKBENCH))
      await attempt(name, () => takeWorkbench(browser, stage, one));
    for (const [name, one] of wanted(TERMINAL)) await attempt(name, () => takeTerminal(browser, stage, one));
  } finally {
    await Promise.all([browser.close(), stage.close()]);
  }
  return failed === 0;
}

function unknown(names) {
  const known = [...Object.keys(WORKBENCH), ...Object.keys(TERMINAL)];
  const wrong = names.find((name) => !known.includes(name));
  return wrong === undefined ? null : `there is no picture ${wrong}; there are ${known.join(', ')}`;
}

const names = process.argv.slice(2);
const refusal = noBrowser ?? unknown(names);
if (refusal !== null) process.stderr.write(`npm run pictures: ${refusal}.\n`);
const done = refusal === null && buildWeb(process.execPath) && (await takeAll(names));
process.exitCode = done ? 0 : 1;
