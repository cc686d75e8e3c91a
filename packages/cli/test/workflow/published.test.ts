import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blankIssue, type LinearServer, openLinearServer } from '@symphony/testkit/linear-server';
import { expect, test } from 'vitest';
import { onStage, type Stage } from '../scenarios/stage.ts';
import { writeStandIn } from './stand-in.ts';

const WORKBENCH = fileURLToPath(new URL('../../../web/dist/index.html', import.meta.url));

/**
 * A WORKFLOW.md in the form the public specification's own repository has it, through the real
 * command line: Linear, a clone for each issue, codex by its command. Only the address of Linear and
 * what is cloned are this machine's.
 */
const published = (
  endpoint: string,
  origin: string,
  codex: string,
  body: string,
  turns = '20',
): string => `---
tracker:
  kind: linear
  endpoint: ${endpoint}
  project_slug: "1a2b3c4d5e6f"
  api_key: $LINEAR_API_KEY
  active_states:
    - Todo
    - In Progress
  terminal_states: [Closed, Cancelled, Canceled, Duplicate, Done]
polling:
  interval_ms: 600000
workspace:
  root: ../workspaces
hooks:
  after_create: |
    git clone --quiet --depth 1 file://${origin} .
    git config user.name agent && git config user.email agent@example.com
  before_remove: |
    touch ../before-remove
agent:
  max_concurrent_agents: 10
  max_turns: ${turns}
codex:
  command: ${codex} --config shell_environment_policy.inherit=all app-server
  approval_policy: never
  thread_sandbox: workspace-write
  turn_sandbox_policy:
    type: workspaceWrite
---

${body}
`;

const BODY = `You are working on the Linear ticket \`{{ issue.identifier }}\`.
{% if attempt %}This is attempt {{ attempt }}.{% endif %}

Title: {{ issue.title }}
Status: {{ issue.state }}
Labels: {{ issue.labels | join: ", " }}
{% if issue.description %}{{ issue.description }}{% else %}No description provided.{% endif %}`;

interface Issue {
  move(state: string): void;
}

function openIssue({ workspace }: LinearServer, title: string, description: string): Issue {
  const [team] = workspace.teams;
  const idOf = (name: string): string =>
    workspace.states.find((each) => each.team === team?.id && each.name === name)?.id ?? '';
  const now = (): string => new Date().toISOString();
  const issue = blankIssue(workspace, team?.id ?? '', idOf('Todo'), now());
  Object.assign(issue, { title, description, project: workspace.projects[0]?.id ?? null });
  workspace.issues.push(issue);
  return {
    move: (state) => {
      issue.state = idOf(state);
      issue.updatedAt = now();
    },
  };
}

/** How often the active issues were read: all of them, or what changed since. */
const looks = ({ requests }: LinearServer): number =>
  requests.filter(
    ({ document, variables }) =>
      /query Look\b/.test(document) ||
      (/query Issues\b/.test(document) && /todo/i.test(JSON.stringify(variables))),
  ).length;

/** What the HTTP face answers, by path. */
function openHttp(stage: Stage, address: string) {
  const token = readFileSync(join(stage.path, '.symphony', 'run', 'token'), 'utf8').trim();
  return async (method: string, path: string) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await answer.text();
    const json = /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : null;
    return { status: answer.status, text, json };
  };
}

test('C22 svc-B5 svc-B6 svc-B8 svc-W6 svc-W7 svc-T8 svc-D6 svc-S8 the published form runs as it is', async () => {
  const linear = await openLinearServer();
  process.env.LINEAR_API_KEY = linear.key;
  try {
    await onStage({ config: null }, (stage) => play(stage, linear));
  } finally {
    delete process.env.LINEAR_API_KEY;
    await linear.close();
  }
});

async function play(stage: Stage, linear: LinearServer): Promise<void> {
  const beside = (name: string): string => join(stage.path, '..', name);
  const [program, journal, log] = [
    beside('codex.cjs'),
    beside('journal.jsonl'),
    beside('logs/log/symphony.log'),
  ];
  writeStandIn(program, journal);
  const write = (body: string, turns?: string): void =>
    writeFileSync(join(stage.path, 'WORKFLOW.md'), published(linear.url, stage.path, program, body, turns));
  const sent = (method: string): { params: Record<string, unknown> }[] =>
    readFileSync(journal, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((line) => line.method === method);
  const gate = stage.gate('first');
  const first = openIssue(linear, 'Say hello', `RUN: ${gate.step.run}`);

  write(BODY);
  const playing = stage.begin('WORKFLOW.md', '--port', '0', '--logs-root', '../logs');
  const address = await stage.until(
    'it listens',
    () => /http:\/\/127\.0\.0\.1:\d+/.exec(playing.said())?.[0] ?? false,
  );
  const http = openHttp(stage, address);
  const state = async () => (await http('GET', '/api/v1/state')).json;

  // While the agent is at its turn.
  const running = await stage.until('ENG-1 is in its turn', async () => {
    const [row] = (await state()).running;
    return row?.session_id.startsWith('thread-') ? row : false;
  });
  expect(running).toMatchObject({ issue_identifier: 'ENG-1', state: 'Todo', turn_count: 1 });
  expect(running.session_id).toMatch(/^thread-\d+-1$/);
  expect(Object.keys(await state())).toEqual(
    expect.arrayContaining(['generated_at', 'counts', 'running', 'retrying', 'codex_totals', 'rate_limits']),
  );
  // Where the workbench was not built it says so.
  const home = await http('GET', '/');
  expect([home.status, home.text]).toEqual(
    existsSync(WORKBENCH)
      ? [200, expect.stringContaining('<html')]
      : [503, expect.stringContaining('is not built')],
  );
  const one = await http('GET', '/api/v1/ENG-1');
  expect(one.json).toMatchObject({
    issue_identifier: 'ENG-1',
    issue_id: running.issue_id,
    status: 'running',
    workspace: { path: beside('workspaces/ENG-1') },
    attempts: { restart_count: 0, current_retry_attempt: 0 },
    running: { session_id: running.session_id },
    retry: null,
  });
  expect((await http('GET', '/api/v1/ENG-99')).json.error.code).toBe('issue_not_found');
  expect((await http('GET', '/api/v1/refresh')).status).toBe(405);
  expect((await fetch(`${address}/api/v1/state`)).status).toBe(401);

  // One look at the start, and another when it is asked for.
  expect(looks(linear)).toBe(1);
  const refreshed = await http('POST', '/api/v1/refresh');
  expect([refreshed.status, refreshed.json.operations]).toEqual([202, ['poll', 'reconcile']]);
  await stage.until('Linear is read again', () => looks(linear) === 2);

  // A broken edit: what runs goes on, nothing new starts, and it is told.
  write(BODY, 'none');
  await stage.until('the mistake is told', () => stage.events.of('settings-rejected').length > 0);
  openIssue(linear, 'Leave something', 'RUN: echo changed > left.txt');
  first.move('Done');
  gate.open();
  await stage.until('the first workspace is gone', () => !existsSync(beside('workspaces/ENG-1')));
  expect(readdirSync(beside('workspaces'))).toEqual(['before-remove']);
  await http('POST', '/api/v1/refresh');
  await stage.until('ENG-2 is seen', () =>
    stage.events.of('item-seen').some(({ tracked }) => tracked.identifier === 'ENG-2'),
  );
  expect(sent('turn/start')).toHaveLength(1);

  // Mended, with other words and fewer turns: they hold for what starts now.
  write(`Now with other words: {{ issue.identifier }}.\n\n{{ issue.description }}`, '1');
  await stage.until('ENG-2 is left to a person', async () => {
    const { json } = await http('GET', '/api/v1/ENG-2');
    return json.status === 'needs_human';
  });
  const turns = sent('turn/start').map(({ params }) => JSON.stringify(params.input));
  expect(turns).toHaveLength(2);
  expect(turns[0]).toContain('You are working on the Linear ticket `ENG-1`.');
  expect(turns[0]).toContain('Title: Say hello');
  expect(turns[1]).toContain('Now with other words: ENG-2.');
  expect(sent('thread/start').map(({ params }) => params)).toMatchObject([
    { cwd: beside('workspaces/ENG-1'), approvalPolicy: 'never', sandbox: 'workspace-write' },
    { cwd: beside('workspaces/ENG-2') },
  ]);
  expect(readFileSync(journal, 'utf8')).toContain(
    '"args":["--config","shell_environment_policy.inherit=all","app-server"],"secret":null',
  );

  const lines = readFileSync(log, 'utf8');
  expect(lines).toMatch(
    new RegExp(
      ` issue_id=${running.issue_id} issue_identifier=ENG-1 session_id=thread-\\d+-1 agent_event=turn_completed`,
    ),
  );
  expect(lines).toMatch(
    / level=error event=settings-rejected reason="invalid_workflow_config: `agent.max_turns`/,
  );
  expect(lines).not.toContain(linear.key);
  // The core writes nothing to Linear, and asks for nothing Linear would refuse.
  for (const { document, invalid, authorization } of linear.requests) {
    expect(document).not.toMatch(/^\s*mutation/);
    expect(invalid).toEqual([]);
    expect(authorization).toBe(linear.key);
  }
  await workOnWhatIsLeft(stage);
  playing.kill('SIGTERM');
  expect((await playing.ended).code).toBe(0);
}

/** The workspace that was left: seen, compared, kept, removed by force, and brought back. */
async function workOnWhatIsLeft(stage: Stage): Promise<void> {
  const path = join(stage.path, '..', 'workspaces', 'ENG-2');
  expect(JSON.parse((await stage.symphony('chamber', 'list', '--json')).out)).toMatchObject([
    { key: 'ENG-2', path, branch: null },
  ]);
  expect((await stage.symphony('chamber', 'diff', 'ENG-2')).out).toContain('+changed');
  const kept = await stage.symphony('chamber', 'remove', 'ENG-2');
  expect([kept.code, kept.err]).toEqual([1, expect.stringContaining('1 change is not committed: left.txt')]);
  const removed = await stage.symphony('chamber', 'remove', 'ENG-2', '--force');
  expect([removed.code, existsSync(path)]).toEqual([0, false]);
  expect(`${removed.out}${removed.err}`).toContain('symphony clean --restore ENG-2');
  expect((await stage.symphony('clean', '--restore', 'ENG-2')).code).toBe(0);
  expect(readFileSync(join(path, 'left.txt'), 'utf8')).toBe('changed\n');
}
