/**
 * Brings the coding agents that tests run for real, in exactly the versions the recordings were made
 * with: `node scripts/agents.mjs [NAME …]` prints where their programs are, as JSON. They are large, so
 * they lie in a cache outside the repository, one folder for each version, and are brought once.
 * Plain JavaScript that runs on Node 20.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from './node24.mjs';

export const AGENTS = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.325', setUp: 'install.cjs' },
  codex: { package: '@openai/codex', version: '0.166.0' },
  opencode: { package: 'opencode-ai', version: '1.18.33', setUp: 'postinstall.mjs' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0' },
};

/** Returns the path of each agent's program. Throws with one sentence when one cannot be had. */
export function installAgents(names) {
  return Object.fromEntries(names.map((name) => [name, installAgent(name)]));
}

/** The same as variables for the tests. One that is set already names a program that is there, and stays. */
export function agentVariables(names) {
  const variable = (name) => `SYMPHONY_AGENT_${name.toUpperCase()}`;
  const paths = installAgents(names.filter((name) => !process.env[variable(name)]));
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [variable(name), path]));
}

/** Those whose runs take a second or two: they are played whenever real agents are asked for. */
export const QUICK_AGENTS = ['claude', 'codex'];

function installAgent(name) {
  const agent = Object.hasOwn(AGENTS, name) ? AGENTS[name] : null;
  if (!agent) throw new Error(`${name} is no known agent: choose among ${Object.keys(AGENTS).join(', ')}.`);
  const cache = cacheFolder();
  const folder = join(cache, `${name}@${agent.version}`);
  if (!existsSync(folder)) bring(name, agent, cache, folder);
  return join(folder, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

function cacheFolder() {
  const { SYMPHONY_AGENT_CACHE, XDG_CACHE_HOME } = process.env;
  return resolve(
    SYMPHONY_AGENT_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'symphony', 'agents'),
  );
}

/** Into a folder of its own first: whoever finds the agent's folder finds it whole. */
function bring(name, agent, cache, folder) {
  const wanted = `${agent.package}@${agent.version}`;
  process.stderr.write(`Bringing ${wanted} into ${cache} …\n`);
  mkdirSync(cache, { recursive: true });
  const half = mkdtempSync(join(cache, `.${name}-`));
  try {
    // An older Node than the package asks for would otherwise be given an older version without a word.
    const status = runNpm(['install', '--prefix', half, '--save-exact', '--engine-strict=false', wanted]);
    if (status !== 0 || versionIn(half, agent) !== agent.version)
      throw new Error(`${wanted} could not be installed: is the npm registry reachable? Then try again.`);
    setUp(half, agent);
    moveInto(half, folder);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** npm runs the scripts of packages only where a person allowed it; done twice it does no harm. */
function setUp(folder, agent) {
  if (!agent.setUp) return;
  const place = join(folder, 'node_modules', agent.package);
  const done = spawnSync(process.execPath, [agent.setUp], { cwd: place, stdio: ['ignore', 2, 2] });
  if (done.status !== 0)
    throw new Error(`${agent.package}@${agent.version} could not be set up: its ${agent.setUp} failed.`);
}

function versionIn(folder, agent) {
  const manifest = join(folder, 'node_modules', agent.package, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : null;
}

function moveInto(half, folder) {
  try {
    renameSync(half, folder);
  } catch (error) {
    // Somebody else was quicker: theirs is as good.
    if (!existsSync(folder)) throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  try {
    const programs = installAgents(names.length > 0 ? names : Object.keys(AGENTS));
    process.stdout.write(`${JSON.stringify(programs, null, 2)}\n`);
  } catch (error) {
    process.stderr.write(`agents: ${error.message}\n`);
    process.exitCode = 1;
  }
}
