/**
 * `npm start`: shows Symphony at work. Brings Node 24 and the packages where they are missing, makes
 * the sample repository, and plays its board in rehearsal; with `--repo PATH`, the board of that one.
 * Plain JavaScript that runs on Node 20.
 */
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleCommand } from './bundle.mjs';
import { installed } from './install.mjs';
import { ROOT } from './node24.mjs';
import { buildWeb } from './web.mjs';

const HELP = `npm start                  plays a sample in .sample/: eight items, one mission
npm start -- --repo PATH   plays the board of your own repository
npm start -- --help        prints this

Both are rehearsals: real git, real processes and real checks, played from
scripts. No model is called and nothing is spent. The sample is made anew each
time. In your own repository the work is merged into the branch
symphony/rehearsal, so that your branches stay as they are.
On a terminal it stays when everything is played, so that you can look around
in the workbench. Ctrl-C stops and waits for the players, a second one stops at
once.
Exit codes: 0 done, 1 failed, 2 wrong use.
`;

const SAMPLE = join(ROOT, '.sample');
const BIN = join(ROOT, 'bin', 'symphony.mjs');
const QUIET = '--disable-warning=ExperimentalWarning';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Signals that come this close together are one: npm passes on the Ctrl-C that came here already. */
const ONE_SIGNAL_MS = 500;

/** Where the person is: npm goes to the top of the project, and remembers. */
const HERE = process.env.npm_lifecycle_event === 'start' ? process.env.INIT_CWD : process.cwd();
const fromHere = (path) => relative(HERE, path) || '.';
/** How the person calls Symphony, which need not be installed. */
const PROGRAM = `node ${typed(fromHere(BIN))}`;

const options = readOptions(process.argv.slice(2));
if (options.help) process.stdout.write(HELP);
else process.exitCode = await start(options);

function readOptions(args) {
  const known = { repo: { type: 'string' }, help: { type: 'boolean', short: 'h' } };
  try {
    const { values } = parseArgs({ args, options: known });
    if (values.repo === '') throw new Error('--repo needs the path of a repository');
    return values;
  } catch (error) {
    const sentence = error.message.split(/\. |\n/)[0].replace(/\.$/, '');
    process.stderr.write(`npm start: ${sentence}.\n  See \`npm start -- --help\`.\n`);
    process.exit(2);
  }
}

async function start({ repo }) {
  const node = installed();
  // Without it everything works but the pages in the browser, which say how to build them.
  buildWeb(node);
  bundleCommand(node);
  return repo === undefined ? playSample(node) : rehearse(node, resolve(HERE, repo));
}

async function playSample(node) {
  const made = spawnSync(node, [QUIET, join(ROOT, 'scripts', 'sample.mjs'), SAMPLE], { stdio: 'inherit' });
  if (made.status !== 0) return made.status ?? 1;
  say(
    `A sample with eight work items and one mission is in ${fromHere(SAMPLE)}. It is played`,
    'from scripts: real git, real tests, no model. The spend is part of the scripts.',
  );
  // The sample's checks call `node`; they get the one that runs Symphony, whatever is on the PATH.
  const path = [dirname(node), process.env.PATH].filter(Boolean).join(delimiter);
  const conducting = conduct(node, SAMPLE, [], { PATH: path });
  const mission = spawn(node, [QUIET, join(ROOT, 'scripts', 'sample-mission.mjs'), SAMPLE], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await conducting;
  mission.kill();
  return code;
}

async function rehearse(node, repo) {
  const at = typed(fromHere(repo));
  const list = spawnSync(node, [QUIET, BIN, '-C', repo, 'board', 'list', '--json'], {
    cwd: HERE,
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (list.status !== 0) return list.status ?? 1;
  const { items, problems } = JSON.parse(list.stdout);
  if (items.length + problems.length === 0) {
    say(
      `The board of ${at} is empty. Put work on it, then start again:`,
      `  ${PROGRAM} -C ${at} board add "Say hello in the README"`,
      `  npm start -- --repo ${at}`,
    );
    return 0;
  }
  say(
    `The board of ${at} is played from scripts: real git, real checks, no model.`,
    'Your branches stay as they are: the work is merged into symphony/rehearsal.',
    'On the board the items do move.',
  );
  return conduct(node, repo, ['--target', 'symphony/rehearsal'], {});
}

/**
 * Runs Symphony and stands between it and the shell, as bin/symphony.mjs does on an older Node: what
 * arrives here is told to it, and it counts each signal once, whether it came both ways or one.
 */
function conduct(node, repo, extra, env) {
  // Somebody who looks on may want to look around in the workbench when everything is played.
  const ending = process.stdout.isTTY ? [] : ['--exit-when-idle'];
  const args = ['-C', fromHere(repo), 'run', '--rehearse', ...ending, ...extra];
  const child = spawn(node, [QUIET, BIN, ...args], {
    cwd: HERE,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env, SYMPHONY_LAUNCHED: '1', SYMPHONY_PROGRAM: PROGRAM },
  });
  let toldAt = Number.NEGATIVE_INFINITY;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (performance.now() - toldAt < ONE_SIGNAL_MS) return;
      toldAt = performance.now();
      // The callback takes the error of a child that has just ended; its exit is told below.
      if (child.connected) child.send({ signal }, () => undefined);
    });
  }
  return new Promise((done) => {
    child.on('error', (error) => {
      process.stderr.write(`npm start: Symphony could not be started: ${error.message}\n`);
      done(1);
    });
    child.on('exit', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** A path as it is typed in a shell. */
function typed(path) {
  return /^[\w./@%+,:=~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function say(...lines) {
  process.stdout.write(`${lines.join('\n')}\n`);
}
