import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  defaultPlayers,
  type Found,
  findAgents,
  guess,
  initProject,
  wayToRealPlayer,
} from '../../src/init/index.ts';
import { found, LOGGED_OUT, missing, OLD, pathWith, programAgent, WELL } from '../doctor/program-agent.ts';

const seed = Number(process.env.SYMPHONY_SEED ?? Date.now() % 1_000_000);
/** Not in the order they are preferred in. */
const AGENTS = ['gemini', 'opencode', 'codex', 'claude'].map((name) => programAgent(name));

async function emptyFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'symphony-init-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}

describe('C23 who plays when nobody said so', () => {
  const cases: [string, Found[], string[]][] = [
    ['nothing was found', [], ['rehearsal']],
    ['nothing is installed', [missing('claude'), missing('codex')], ['rehearsal']],
    ['nobody is logged in', [found('claude', { login: 'no' })], ['rehearsal']],
    ['nobody can tell whether they are', [found('gemini', { login: 'unknown' })], ['rehearsal']],
    ['one is', [found('gemini'), missing('claude')], ['gemini']],
    [
      'all are',
      [found('gemini'), found('other'), found('opencode'), found('codex'), found('claude')],
      ['claude', 'codex', 'opencode', 'gemini', 'other'],
    ],
    ['the preferred one is not', [found('codex'), found('claude', { login: 'no' })], ['codex']],
    ['a version nobody tried is taken', [found('codex', { known: false })], ['codex']],
  ];
  test.each(cases)('%s', (_, all, expected) => {
    const { players, default_player } = defaultPlayers(all);
    expect(Object.keys(players)).toEqual(expected);
    expect(default_player).toBe(expected[0]);
  });

  test('somebody always does, whoever was found, and nobody who is not ready', () => {
    const any = fc
      .record({
        agent: fc.constantFrom('claude', 'codex', 'opencode', 'gemini', 'other'),
        version: fc.option(fc.constant('1.0')),
        known: fc.boolean(),
        login: fc.constantFrom('yes' as const, 'no' as const, 'unknown' as const),
      })
      .map(({ agent, ...presence }) => found(agent, presence));
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ agent }) => agent }), (all) => {
        const { players, default_player } = defaultPlayers(all);
        expect(players).toHaveProperty(default_player);
        const ready = all.filter(({ presence }) => presence.version && presence.login === 'yes');
        expect(Object.keys(players).sort()).toEqual(
          ready.length > 0 ? ready.map(({ agent }) => agent).sort() : ['rehearsal'],
        );
      }),
      { seed },
    );
  });
});

describe('how to get a real player', () => {
  const cases: [string, Found[], string][] = [
    [
      'log in to the one that is there',
      [missing('claude'), found('codex', { login: 'no', fix: 'Run `codex login`.' })],
      'Run `codex login`. Then `symphony init --force` finds it.',
    ],
    [
      'install the preferred one',
      [missing('gemini'), missing('claude')],
      'Install it with `npm install --global claude`. Then `symphony init --force` finds it.',
    ],
    [
      'choose the one whose login cannot be looked at',
      [missing('claude'), found('gemini', { login: 'unknown' })],
      'If you are logged in to `gemini`, choose it with `symphony init --force`.',
    ],
    [
      'where nothing is known',
      [],
      'Install a coding agent and log in to it. Then `symphony init --force` finds it.',
    ],
  ];
  test.each(cases)('%s', (_, all, expected) => {
    expect(wayToRealPlayer(all)).toBe(expected);
  });
});

describe('C23 init finds the agents that are installed', () => {
  test('program, version and login of each, with the variables it is given', async () => {
    const env = await pathWith({ claude: LOGGED_OUT, codex: WELL, opencode: OLD });
    const agents = [{ name: 'rehearsal' }, programAgent('codex-acp'), ...AGENTS];
    const all = await findAgents({ agents, env });
    expect(all.map(({ agent, presence }) => [agent, presence.version, presence.login])).toEqual([
      ['claude', '2.1.0', 'no'],
      ['codex', '2.1.0', 'yes'],
      ['opencode', '1.0.0', 'yes'],
      ['gemini', null, 'unknown'],
    ]);
  });

  test('and takes the first that is ready as the answer', async () => {
    const env = await pathWith({ claude: LOGGED_OUT, codex: WELL, opencode: WELL });
    const told = await guess(await emptyFolder(), { agents: AGENTS, env });
    expect(told.player).toBe('codex');
    expect(told.choices).toEqual(['codex', 'opencode']);
    expect(told.advice).toBeNull();
  });

  test('or the rehearsal player, with the way to another one', async () => {
    const env = await pathWith({ gemini: LOGGED_OUT });
    expect(await guess(await emptyFolder(), { agents: AGENTS, env })).toMatchObject({
      player: 'rehearsal',
      choices: [],
      advice: 'Log in with `gemini login`. Then `symphony init --force` finds it.',
    });
  });

  test('one that never answers keeps nobody waiting', async () => {
    const never = { name: 'claude', detect: () => new Promise<never>(() => undefined) };
    const env = await pathWith({ codex: WELL });
    const told = await guess(await emptyFolder(), {
      agents: [never, ...AGENTS.filter(({ name }) => name !== 'claude')],
      env,
      limitMs: 1_500,
    });
    expect(told.player).toBe('codex');
    expect(told.found[0]?.presence.detail).toBe('`claude` did not answer within 1.5 s.');
  });

  test('the written file says who plays and why, and nothing is left in the agents’ home', async () => {
    const root = await emptyFolder();
    const env = await pathWith({ claude: WELL, gemini: WELL });
    const told = await guess(root, { agents: AGENTS, env });
    await initProject({ root, answers: { ...told, welcome: false } });
    const text = await readFile(join(root, '.symphony/symphony.yaml'), 'utf8');
    expect(text.slice(text.indexOf('# Who plays'))).toBe(
      `# Who plays. Every run costs what its provider asks; \`budget\` sets limits.
players:
  claude:
    agent: claude
#   gemini:
#     agent: gemini
default_player: claude
`,
    );
    expect(await readdir(env.HOME ?? '')).toEqual([]);
  });

  test('without one it says how to get one, whatever the agent’s words are', async () => {
    const root = await emptyFolder();
    const told = await guess(root);
    const odd = found('claude', { login: 'no', fix: 'Log in:\nplayers: {evil: {agent: x}}' });
    await initProject({ root, answers: { ...told, found: [odd], welcome: false } });
    const text = await readFile(join(root, '.symphony/symphony.yaml'), 'utf8');
    expect(text.slice(text.indexOf('# Who plays'))).toBe(
      `# Who plays. The rehearsal player follows a script: real git, no model, no cost.
# Log in: players: {evil: {agent: x}} Then \`symphony init --force\` finds it.
players:
  rehearsal:
    agent: rehearsal
default_player: rehearsal
`,
    );
  });
});
