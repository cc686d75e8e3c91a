import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DetectRequest, SandboxAbility } from '@symphony/domain';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ExamineRequest, examine, type Finding } from '../../src/doctor/index.ts';
import type { AgentSight } from '../../src/init/index.ts';
import { found, LOGGED_OUT, OLD, pathWith, programAgent, WELL } from './program-agent.ts';

const AGENTS: AgentSight[] = [
  { name: 'rehearsal' },
  ...['claude', 'codex', 'opencode', 'gemini'].map((name) => programAgent(name)),
];
const NAMES = /^(players?|agents?|sandbox|prices)\b/;

interface Around extends Partial<ExamineRequest> {
  readonly config?: string;
  readonly programs?: Record<string, string>;
}

/** What doctor says about players, sandbox and prices of a repository with this configuration. */
async function look({ config, programs = {}, ...more }: Around): Promise<Finding[]> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'sd-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: root });
  if (config !== undefined) {
    await mkdir(join(root, '.symphony'));
    await writeFile(join(root, '.symphony/symphony.yaml'), config);
  }
  const env = await pathWith(programs);
  const socketPath = join(root, '.symphony/run/s');
  const findings = await examine({ root, env, agents: AGENTS, socketPath, ...more });
  return findings.filter(({ name }) => NAMES.test(name));
}

const finding = (name: string, status: Finding['status'], message: string, fix: string | null): Finding => ({
  name,
  status,
  message,
  fix,
});

describe('C24 each player’s agent is looked for', () => {
  const config = 'players: {a: {agent: claude}}\n';
  const cases: [string, Record<string, string>, Finding][] = [
    ['well', { claude: WELL }, finding('player a', 'ok', '`claude` 2.1.0, logged in.', null)],
    [
      'not installed',
      { codex: WELL },
      finding(
        'player a',
        'problem',
        'The program `claude` is not installed.',
        'Install it with `npm install --global claude`.',
      ),
    ],
    [
      'logged out',
      { claude: LOGGED_OUT },
      finding('player a', 'problem', '`claude` 2.1.0, not logged in.', 'Log in with `claude login`.'),
    ],
    [
      'of a version nobody tried',
      { claude: OLD },
      finding('player a', 'warning', '`claude` 1.0.0, logged in.', 'Update `claude`.'),
    ],
  ];
  test.each(cases)('%s', async (_, programs, expected) => {
    expect(await look({ config, programs })).toEqual([expected]);
  });

  test('the rehearsal player needs nothing', async () => {
    expect(await look({ config: 'players: {a: {agent: rehearsal}}\n' })).toEqual([
      finding('player a', 'ok', '`rehearsal` can play.', null),
    ]);
  });

  test('every player is looked at, and one program once', async () => {
    const asked: string[] = [];
    const agents = ['claude', 'codex'].map((name): AgentSight => {
      const { detect } = programAgent(name);
      const counted = (request: DetectRequest): ReturnType<NonNullable<typeof detect>> => {
        asked.push(name);
        return detect?.(request) ?? Promise.reject(new Error('a program agent can be looked for'));
      };
      return { name, detect: counted };
    });
    const findings = await look({
      agents,
      config: 'players: {a: {agent: claude}, b: {agent: claude, model: haiku}, c: {agent: codex}}\n',
      programs: { claude: WELL },
    });
    expect(findings.map(({ name, status }) => [name, status])).toEqual([
      ['player a', 'ok'],
      ['player b', 'ok'],
      ['player c', 'problem'],
    ]);
    expect(asked).toEqual(['claude', 'codex']);
  });

  test('with what the player is given in its environment', async () => {
    const needsKey = '[ "$1" = --version ] && echo 2.1.0; [ -n "$MY_KEY" ]';
    const findings = await look({
      config: 'players: {a: {agent: claude, env: {MY_KEY: x}}, b: {agent: claude}}\n',
      programs: { claude: `${needsKey} || [ "$1" = --version ]` },
    });
    expect(findings.map(({ name, status }) => [name, status])).toEqual([
      ['player a', 'ok'],
      ['player b', 'problem'],
    ]);
  });

  test('also where something else in the configuration is wrong', async () => {
    const findings = await look({ config: 'players: {a: {agent: claude}}\nslots: {total: 0}\n' });
    expect(findings.map(({ name, status }) => [name, status])).toEqual([['player a', 'problem']]);
  });

  test('a look that takes too long or falls over is told, stops nothing and decides nothing', async () => {
    const never = { name: 'claude', detect: () => new Promise<never>(() => undefined) };
    const broken = { name: 'codex', detect: () => Promise.reject(new Error('it fell over.')) };
    const began = Date.now();
    const findings = await look({
      agents: [never, broken, programAgent('gemini')],
      config: 'players: {a: {agent: claude}, b: {agent: codex}, c: {agent: gemini}}\n',
      programs: { gemini: WELL },
      answerLimitMs: 400,
    });
    expect(Date.now() - began).toBeLessThan(8_000);
    expect(findings).toEqual([
      finding(
        'player a',
        'warning',
        '`claude` did not answer within 0.4 s.',
        expect.stringMatching(/claude --version/) as unknown as string,
      ),
      finding(
        'player b',
        'warning',
        '`codex` could not be looked at: it fell over.',
        expect.stringMatching(/codex --version/) as unknown as string,
      ),
      finding('player c', 'ok', '`gemini` 2.1.0, logged in.', null),
    ]);
  });

  test('two are looked for at a time: all at once would make each other late', async () => {
    let running = 0;
    let most = 0;
    const agents = AGENTS.map(
      ({ name }): AgentSight => ({
        name,
        detect: async () => {
          running += 1;
          most = Math.max(most, running);
          await sleep(20);
          running -= 1;
          return found(name).presence;
        },
      }),
    );
    const config =
      'players: {a: {agent: claude}, b: {agent: codex}, c: {agent: gemini}, d: {agent: opencode}}\n';
    for (const given of [undefined, config]) {
      most = 0;
      expect(await look({ agents, ...(given && { config: given }) })).toHaveLength(given ? 4 : 5);
      expect(most).toBe(2);
    }
  });
});

describe('C23 without players all agents are looked for', () => {
  test('one that is ready is enough, and the others are told', async () => {
    expect(await look({ programs: { codex: WELL, gemini: LOGGED_OUT } })).toEqual([
      finding('players', 'ok', 'No player is named, so `codex` plays.', null),
      finding('agent codex', 'ok', '`codex` 2.1.0, logged in.', null),
      finding('agent gemini', 'ok', '`gemini` 2.1.0, not logged in.', null),
      finding('agents', 'ok', 'Not found, or silent: `claude`, `opencode`.', null),
    ]);
  });
  test('none at all', async () => {
    expect((await look({})).slice(1)).toEqual([
      finding(
        'agents',
        'warning',
        'No coding agent is ready to play, so the rehearsal player follows a script. Not found, or silent: `claude`, `codex`, `opencode`, `gemini`.',
        'Install it with `npm install --global claude`. Then `symphony init --force` finds it.',
      ),
    ]);
  });
  test('one that lacks its login only', async () => {
    const [, agent, agents] = await look({ programs: { gemini: LOGGED_OUT } });
    expect(agent).toEqual(
      finding('agent gemini', 'warning', '`gemini` 2.1.0, not logged in.', 'Log in with `gemini login`.'),
    );
    expect(agents?.fix).toBe('Log in with `gemini login`. Then `symphony init --force` finds it.');
  });
});

describe('C24 the sandbox', () => {
  const sandbox = (change: Partial<SandboxAbility>) => ({
    examine: async () => ({
      files: true,
      network: true,
      processes: true,
      detail: 'By bubblewrap.',
      fix: null,
      ...change,
    }),
  });
  const of = async (around: Around): Promise<Finding | undefined> =>
    (await look(around)).find(({ name }) => name === 'sandbox');

  test('that holds', async () => {
    expect(await of({ sandbox: sandbox({}) })).toEqual(finding('sandbox', 'ok', 'By bubblewrap.', null));
  });
  const without = sandbox({ files: false, network: false, detail: 'No bwrap.', fix: 'Install bwrap.' });
  const cases: [string, string, Finding['status']][] = [
    ['nobody asked for it', 'players: {a: {agent: claude}}\n', 'warning'],
    ['a player must have it', 'players: {a: {agent: claude, sandbox: strict}}\n', 'problem'],
    ['all must have it', 'players: {a: {agent: claude}}\nsandbox: {profile: standard}\n', 'problem'],
    ['nobody may have it', 'players: {a: {agent: claude}}\nsandbox: {profile: off}\n', 'warning'],
  ];
  test.each(cases)('that does not, where %s', async (_, config, status) => {
    expect(await of({ sandbox: without, config })).toMatchObject({ status, fix: 'Install bwrap.' });
  });
  test('that never answers', async () => {
    const never = { examine: () => new Promise<never>(() => undefined) };
    expect(await of({ sandbox: never, answerLimitMs: 100 })).toMatchObject({
      status: 'warning',
      message: 'What a sandbox can enforce is not known: it did not answer within 0.1 s.',
    });
  });
  test('that nobody asks about', async () => {
    expect(await of({})).toBeUndefined();
  });
});

describe('C15 prices', () => {
  const prices = { date: '2026-11-10', knows: (model: string) => model === 'known' };
  const of = async (around: Around): Promise<Finding[]> =>
    (await look({ prices, ...around })).filter(({ name }) => name === 'prices');
  const DATED = finding('prices', 'ok', 'Costs are reckoned with the prices of 2026-11-10.', null);

  test('their date is told, and nothing more where every model has one', async () => {
    const config =
      'players: {a: {agent: codex, model: known}, b: {agent: codex}, c: {agent: rehearsal, model: x}}\n';
    expect(await of({ config })).toEqual([DATED]);
  });
  test('a model without one', async () => {
    expect(await of({ config: 'players: {a: {agent: codex, model: new-model}}\n' })).toEqual([
      DATED,
      finding(
        'prices',
        'warning',
        '`new-model` of player `a` has no price, so its cost is unknown: caps by cost cannot hold.',
        'Use `budget.max_tokens_per_item`, or write its price under `prices` in .symphony/symphony.yaml.',
      ),
    ]);
  });
  test('an agent that tells its cost needs none', async () => {
    const agents = [{ ...programAgent('codex'), tellsCost: true }];
    expect(await of({ agents, config: 'players: {a: {agent: codex, model: new-model}}\n' })).toEqual([DATED]);
  });
});
