import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ConfigResult, loadConfig } from '../../src/config/index.ts';
import { splitWorkflow } from '../../src/workflow/front-matter.ts';
import { findWorkflow } from '../../src/workflow/index.ts';
import { AGENTS, folderWith } from '../config/workspace.ts';

async function load(text: string | null, env: Record<string, string> = {}): Promise<ConfigResult> {
  const root = await folderWith(text === null ? {} : { 'WORKFLOW.md': text });
  const workflow = join(root, 'WORKFLOW.md');
  return loadConfig({ root, env, defaults: { target: 'trunk' }, agents: AGENTS, workflow });
}

const problems = async (...args: Parameters<typeof load>): Promise<readonly string[]> => {
  const result = await load(...args);
  return result.ok ? [] : result.problems.map(({ message }) => message);
};

const BOARD = '---\ntracker:\n  kind: board\n---\nDo {{ issue.identifier }}.\n';

describe('svc-W2 svc-W3 the two parts of the file', () => {
  test.each([
    ['---\na: 1\n---\n\n body \n', '\na: 1', 'body', 5],
    ['---\r\na: 1\r\n---\r\nbody\r\n', '\na: 1', 'body', 4],
    ['only a prompt\n', null, 'only a prompt', 1],
    ['---\na: 1\nb: 2\n', '\na: 1\nb: 2\n', '', 6],
    ['\uFEFF---\na: 1\n---\nx', '\na: 1', 'x', 4],
    ['---\na: 1\n---\none\n---\ntwo', '\na: 1', 'one\n---\ntwo', 4],
    ['', null, '', 1],
  ])('%j', (text, front, body, bodyLine) => {
    expect(splitWorkflow(text)).toEqual({ front, body, bodyLine });
  });

  test('front matter and prompt are handed on, the prompt trimmed', async () => {
    const result = await load(BOARD);
    expect(result).toMatchObject({ ok: true, workflow: { text: 'Do {{ issue.identifier }}.', line: 5 } });
  });

  test('no front matter: an empty configuration, and the whole file is the prompt', async () => {
    const result = await load('Just do it.');
    expect(result).toMatchObject({ ok: false, workflow: { text: 'Just do it.' } });
    expect(await problems('Just do it.')).toEqual([
      'unsupported_tracker_kind: `tracker.kind` is missing: name the tracker, `linear` or `github`. (WORKFLOW.md)',
    ]);
  });
});

describe('svc-W1 svc-W3 svc-V1 svc-V3 svc-T5 what cannot be read has a name', () => {
  test.each([
    [null, /^missing_workflow_file: .*WORKFLOW\.md cannot be read \(ENOENT\)/],
    ['---\na: [1\n---\n', /^workflow_parse_error: .* \(WORKFLOW\.md:\d\)$/],
    ['---\n- a\n---\n', /^workflow_front_matter_not_a_map: .* \(WORKFLOW\.md:1\)$/],
    ['---\ntext\n---\n', /^workflow_front_matter_not_a_map: /],
    [
      '---\ntracker:\n  kind: board\n\ncodex:\n  command: ""\n---\n',
      /^invalid_workflow_config: `codex\.command` .*:6\)$/,
    ],
    [
      '---\ntracker:\n  kind: board\n  provider:\n    api_key: $NOT_SET\n---\n',
      /^missing_tracker_secret: .*\$NOT_SET.* \(WORKFLOW\.md:5\)$/,
    ],
    [
      '---\ntracker:\n  kind: board\n  api_key: lin_api_abcdefgh12345678\n---\n',
      /^invalid_tracker_config: .*looks like a secret.* \(WORKFLOW\.md:4\)$/,
    ],
  ])('%j', async (text, sentence) => {
    const found = await problems(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(sentence);
    expect(found[0]).not.toContain('lin_api_abc');
  });

  test('svc-W10 a secret that is set and empty is missing', async () => {
    const text = '---\ntracker:\n  kind: board\n  provider:\n    api_key: $KEY\n---\n';
    expect((await problems(text, { KEY: '' }))[0]).toMatch(/^missing_tracker_secret/);
    expect(await problems(text, { KEY: 'x' })).toEqual([]);
  });
});

describe('C22 which file a repository is run by', () => {
  const OWN = { '.symphony/symphony.yaml': 'target: main\n' };
  test.each<readonly [what: string, files: Record<string, string>, found: boolean]>([
    ['a workflow that names a tracker', { 'WORKFLOW.md': BOARD }, true],
    ['one that is broken and speaks of a tracker', { 'WORKFLOW.md': '---\ntracker: [\n---\n' }, true],
    ['our own configuration wins', { 'WORKFLOW.md': BOARD, ...OWN }, false],
    ['notes of the same name', { 'WORKFLOW.md': '# How we work\n' }, false],
    ['notes with front matter', { 'WORKFLOW.md': '---\ntitle: How we work\n---\n' }, false],
    ['nothing', {}, false],
  ])('svc-W1 %s', async (_what, files, found) => {
    const root = await folderWith(files);
    expect(await findWorkflow(root, null)).toBe(found ? join(root, 'WORKFLOW.md') : null);
  });

  test('svc-W1 one that is named wins over everything', async () => {
    const root = await folderWith({ ...OWN, 'WORKFLOW.md': BOARD, 'ops/FLOW.md': BOARD });
    expect(await findWorkflow(root, join(root, 'ops/FLOW.md'))).toBe(join(root, 'ops/FLOW.md'));
  });
});

test('svc-W4 our own words below `symphony:` are laid over, and their mistakes are told with their line', async () => {
  const front = (more: string) => `---\ntracker:\n  kind: board\nsymphony:\n${more}---\nx`;
  const result = await load(front('  verify: make test\n  budget:\n    max_cost_per_item: 2\n'));
  expect(result).toMatchObject({
    ok: true,
    settings: { verify: ['make test'], budget: { maxCostPerItem: 2 }, conformance: 'safe' },
  });
  expect(await problems(front('  max_tuns: 3\n'))).toEqual([
    expect.stringMatching(/^invalid_workflow_config: `max_tuns` is not known .* \(WORKFLOW\.md:5\)$/),
  ]);
});

test('C22 the settings the conductor decides by', async () => {
  const text = `---
tracker:
  kind: board
  active_states: [Ready]
  terminal_states: [Shipped]
  required_labels: [" Agent "]
agent:
  max_concurrent_agents: 2
strict: true
---
x`;
  expect(await load(text)).toMatchObject({
    ok: true,
    settings: {
      conformance: 'letter',
      tracker: {
        activeStates: ['Ready'],
        terminalStates: ['Shipped'],
        requiredLabels: [' Agent '],
        startedState: null,
        reviewState: null,
        mergedState: null,
      },
      slots: { total: 2 },
      defaultPlayer: 'codex',
      players: {
        codex: { agent: 'codex', shell: 'codex app-server', sandbox: 'off', codex: { readTimeoutMs: 5_000 } },
      },
    },
  });
});
