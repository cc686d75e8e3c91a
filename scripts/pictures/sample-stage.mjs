/**
 * The sample repository in the middle of its work, and staying there: some of it is merged, some of it
 * is held where there is something to see, one agent asks and one wants leave. A daemon of its own, in a
 * folder and a home of its own.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parse, parseDocument, stringify } from 'yaml';
import { buildSample } from '../../packages/server/src/index.ts';
import { ROOT } from '../node24.mjs';
import { openPictureModel } from './chat-model.mjs';

const execute = promisify(execFile);
const SYMPHONY = join(ROOT, 'bin', 'symphony.mjs');
const WAIT_MS = 120_000;
const LOOK_MS = 250;
/** Longer than any command of the sample takes. */
const SILENCE_MS = 3_000;
const HELD = { sleep: '2h' };

export async function openSample() {
  const place = mkdtempSync(join(tmpdir(), 'symphony-pictures-'));
  const folder = join(place, 'measures');
  const home = join(place, 'home');
  mkdirSync(home);
  // The sample's checks call `node`; they get the one that runs Symphony.
  const path = [dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter);
  const env = { ...process.env, HOME: home, PATH: path, SYMPHONY_DETECT: 'off' };
  const symphony = async (...args) => {
    const { stdout } = await execute(process.execPath, [SYMPHONY, '-C', folder, ...args], { env });
    return stdout;
  };
  const model = await openPictureModel();
  const close = async () => {
    try {
      await symphony('down', '--now');
    } finally {
      await model.close();
      rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  try {
    await buildSample(folder);
    prepare(join(folder, '.symphony'), model);
    await symphony('up');
    await symphony(
      'melody',
      'run',
      'implement-issue',
      '--param',
      'issue=Convert areas, from square metres to acres',
    );
    await symphony('mission', 'start', join(folder, 'missions', 'command-line.yaml'), '--yes');
    const { melodies } = await settled(async () => JSON.parse(await symphony('status', '--json')));
    const { url } = JSON.parse(await symphony('open', '--json'));
    const [address, token] = url.split('/#token=');
    const [{ id: run }] = melodies;
    return { folder, env, run, address: (path) => `${address}${path}#token=${token}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Room for all that is held, patience with it, any free port, and a model for chats. */
function prepare(folder, model) {
  const file = join(folder, 'symphony.yaml');
  const config = parseDocument(readFileSync(file, 'utf8'));
  config.setIn(['slots', 'total'], 12);
  config.set('stall_timeout', '3h');
  config.set('http', { port: 0 });
  const scripted = { provider: 'openai-compatible', model: 'scripted-model', base_url: model.url };
  config.set('runtime', { models: { default: scripted } });
  writeFileSync(file, String(config));

  // Nobody has decided yet on what the mission found.
  const mission = join(folder, '..', 'missions', 'command-line.yaml');
  const plan = parseDocument(readFileSync(mission, 'utf8'));
  plan.delete('rules');
  writeFileSync(mission, String(plan));

  const board = join(folder, 'board');
  change(board, 'S-3', (item) =>
    holdAfter(stepsOf(item, 'on_conflict'), ({ run: ran }) => ran === 'node --test'),
  );
  change(board, 'S-5', ({ rehearsal }) => {
    for (const { ask } of rehearsal) if (ask) delete ask.after;
  });
  change(board, 'S-6', ({ rehearsal }) => holdAfter(rehearsal, ({ edit }) => edit?.find.startsWith('/**')));
  writeItem(
    join(board, 'S-9.md'),
    WANTS_LEAVE,
    'People want to install it. Pack a first version and publish it.\n',
  );
}

const WANTS_LEAVE = {
  title: 'Publish a first version',
  state: 'Todo',
  priority: 3,
  labels: ['release'],
  rehearsal: [
    { say: 'Everything that goes into the package is listed. To publish it I need your leave.' },
    { permission: { tool: 'Bash', command: 'npm publish --access public', paths: ['package.json'] } },
    { say: 'That was it.' },
  ],
};

const stepsOf = ({ rehearsal }, key) => rehearsal.find((step) => step[key])[key];

function holdAfter(steps, isIt) {
  const at = steps.findIndex(isIt);
  if (at < 0) throw new Error('The sample has changed: the step to hold after is not there any more.');
  steps.splice(at + 1, 0, HELD);
}

function change(board, name, edit) {
  const file = join(board, `${name}.md`);
  const [, header, text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8'));
  const item = parse(header);
  edit(item);
  writeItem(file, item, text);
}

const writeItem = (file, item, text) =>
  writeFileSync(file, `---\n${stringify(item, { lineWidth: 0 })}---\n${text}`);

/** Until nothing more will happen by itself. */
async function settled(status) {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const now = await status();
    const { at, items, inbox, melodies, missions } = now;
    const of = (name) => items.find(({ identifier }) => identifier === name);
    const merged = ['S-1', 'S-2', 'S-4'].every((name) => of(name)?.outcome === 'merged');
    const held = of('S-3')?.returned && ['S-3', 'S-6'].every((name) => isSilent(of(name)?.run, at));
    const asked = inbox.length >= 3 && melodies.some(({ state }) => state === 'waiting');
    const deciding = missions.some(({ step }) => step === 'deciding');
    if (merged && held && asked && deciding) return now;
    if (Date.now() > until) {
      const stood = items
        .map(({ identifier, state, reason }) => `${identifier} ${state} ${reason}`)
        .join('\n');
      throw new Error(`The sample did not come to the point where its pictures are taken:\n${stood}`);
    }
    await sleep(LOOK_MS);
  }
}

/** An agent that is held says nothing more. */
const isSilent = (played, at) => Boolean(played) && at - played.lastEventAt > SILENCE_MS;
