import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { failureOf, type PromptKind, type PromptRequest, type TrackedItem } from '@symphony/domain';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig, type ProjectConfig } from '../../src/config/index.ts';
import { openPrompts } from '../../src/prompts/index.ts';

const ITEM: TrackedItem = {
  id: 'id-1',
  identifier: 'ABC-1',
  title: 'Greet people',
  description: 'Say hello.',
  state: 'Todo',
  priority: 2,
  labels: ['ui', 'fast'],
  blockedBy: [{ id: 'id-0', identifier: 'ABC-0', state: 'Done' }],
  dispatchable: true,
  assignee: 'ann',
  url: 'https://example.com/1',
  repository: null,
  branchName: 'abc-1',
  createdAt: Date.UTC(2025, 0, 2, 3, 4, 5),
  updatedAt: null,
  fields: { type: 'bug', team: ['core', 'web'] },
  nativeRef: { node: 7 },
};

async function book(files: Record<string, string>, prompts = '') {
  const root = await mkdtemp(join(tmpdir(), 'symphony-prompts-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({
    ...files,
    '.symphony/symphony.yaml': `target: main\n${prompts}`,
  })) {
    const path = join(root, name.startsWith('.symphony') ? name : `.symphony/prompts/${name}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const config = async (): Promise<ProjectConfig> =>
    (await loadConfig({ root, env: {}, defaults: { target: 'main' }, agents: ['rehearsal'] })).config;
  const current = await config();
  const opened = openPrompts({ root, config: () => current });
  const render = (more: Partial<PromptRequest> = {}) =>
    opened.render({ item: ITEM, attempt: 1, kind: 'first', report: null, ...more });
  return { root, render, check: () => opened.check() };
}

const refusal = (rendering: Promise<string>) =>
  rendering.then(
    (text) => ({ code: 'rendered', message: text }),
    (error: unknown) => failureOf(error),
  );

describe('svc-P1 svc-P2 what a template may say', () => {
  const cases: [string, string, string, Partial<PromptRequest>?][] = [
    ['the item', '{{ item.identifier }} {{ item.title }}', 'ABC-1 Greet people\n'],
    ['its other name', '{{ issue.identifier }}', 'ABC-1\n'],
    [
      'snake case as in the specification',
      '{{ issue.branch_name }} {{ issue.assignee_id }} {{ issue.native_ref.node }}',
      'abc-1 ann 7\n',
    ],
    ['dates in ISO 8601', '{{ item.created_at }}', '2025-01-02T03:04:05.000Z\n'],
    ['null is empty', '[{{ item.updated_at }}]', '[]\n'],
    ['lists', '{% for label in item.labels %}<{{ label }}>{% endfor %}', '<ui><fast>\n'],
    [
      'lists of maps',
      '{% for b in item.blocked_by %}{{ b.identifier }}={{ b.state }}{% endfor %}',
      'ABC-0=Done\n',
    ],
    ['fields', '{{ item.fields.type }}', 'bug\n'],
    ['fields as pairs', '{% for f in item.fields %}{{ f[0] }};{% endfor %}', 'type;team;\n'],
    [
      'asking for a field that is not there',
      '{% if item.fields.effort %}big{% else %}small{% endif %}',
      'small\n',
    ],
    ['a default for a field', '{{ item.fields.effort | default: "small" }}', 'small\n'],
    ['null on the first attempt', '[{{ attempt }}]{% if attempt %}again{% endif %}', '[]\n'],
    ['a number later', '{{ attempt }}', '2\n', { attempt: 2, kind: 'retry' }],
    ['target and kind', '{{ target }} {{ kind }}', 'main first\n'],
    ['own names', '{% assign x = item.title | upcase %}{{ x }}', 'GREET PEOPLE\n'],
  ];
  for (const [name, template, expected, request] of cases) {
    test(name, async () => {
      expect(await (await book({ 'default.md': template })).render(request)).toBe(expected);
    });
  }
});

describe('C21 a wrong template is refused with its file and line', () => {
  const cases: [string, string, RegExp][] = [
    [
      'an unknown variable',
      'a\n\n{{ itme.title }}',
      /no variable `itme` \(\.symphony\/prompts\/default\.md:3\)$/,
    ],
    [
      'an unknown part of the item',
      '\n{{ item.titel }}',
      /no variable `item\.titel` \(\.symphony\/prompts\/default\.md:2\)$/,
    ],
    ['in a condition', '{% if item.titel %}x{% endif %}', /no variable `item\.titel` .*md:1\)$/],
    ['in a branch not taken', '{% if false %}\n{{ nope }}{% endif %}', /no variable `nope` .*md:2\)$/],
    [
      'a field that is not there',
      '\n\n\n{{ item.fields.effort }}',
      /no variable `item\.fields\.effort` .*md:4\)$/,
    ],
    [
      'a part of a blocker',
      '{% for b in item.blocked_by %}\n{{ b.nope }}{% endfor %}',
      /no variable `b\.nope` .*md:2\)$/,
    ],
    ['an unknown filter', 'a\n{{ item.title | shout }}', /no filter `shout` .*md:2\)$/],
    [
      'an unknown filter in a branch not taken',
      '{% if false %}{{ 1 | shout }}{% endif %}',
      /no filter `shout` .*md:1\)$/,
    ],
    ['an unknown tag', '\n{% shout %}', /tag "shout" not found .*md:2\)$/],
    ['a tag left open', '\n{% if item.title %}', /not closed .*md:2\)$/],
    ['an output left open', '\n{{ item.title', /not closed .*md:2\)$/],
    [
      'an include that is not there',
      '\n{% render "gone" %}',
      /no prompt file `gone` inside the prompts folder .*md:2\)$/,
    ],
    [
      'an include above the folder',
      '{% include "../symphony.yaml" %}',
      /no prompt file `\.\.\/symphony\.yaml` inside/,
    ],
    ['an include by absolute path', '{% include "/etc/passwd" %}', /no prompt file `\/etc\/passwd` inside/],
    [
      'a layout above the folder',
      '{% layout "../../secret" %}',
      /no prompt file `\.\.\/\.\.\/secret` inside/,
    ],
    ['the insides of values', '{{ item.title.constructor.name }}', /no variable `item\.title\.constructor/],
    ['the insides of maps', '{{ item.fields.__proto__ }}', /no variable `item\.fields\.__proto__/],
    [
      'endless work',
      '{% for i in (1..100000000) %}{% for j in (1..100000000) %}{% endfor %}{% endfor %}',
      /limit/,
    ],
  ];
  for (const [name, template, expected] of cases) {
    test(name, async () => {
      const { render, check } = await book({ 'default.md': template });
      const failure = await refusal(render());
      expect(failure.code).toBe('invalid');
      expect(failure.message).toMatch(expected);
      expect((await check()).map((each) => each.failure.code)).toEqual(['invalid']);
    });
  }

  test('inside an included file the included file is named', async () => {
    const { render } = await book({
      'default.md': '{% render "part", item: item %}',
      'part.md': 'x\n{{ item.nope }}',
    });
    expect((await refusal(render())).message).toMatch(/`item\.nope` \(\.symphony\/prompts\/part\.md:2\)$/);
  });

  test('a link that leads out of the folder is not there', async () => {
    const { root, render } = await book({
      'default.md': '{% include "out" %}',
      '.symphony/secret': 'S3CRET',
    });
    await symlink(join(root, '.symphony/secret'), join(root, '.symphony/prompts/out.md'));
    const failure = await refusal(render());
    expect(failure.code).toBe('invalid');
    expect(failure.message).not.toContain('S3CRET');
  });

  test('a file that is named and not there is never replaced by another', async () => {
    const { render } = await book({ 'default.md': 'x' }, 'prompts: {default: own.md}');
    expect(await refusal(render())).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('own.md'),
    });
  });
});

describe('untrusted text is only ever a value', () => {
  const HOSTILE = '{{ target }} {% include "secret" %} {% raw %} {{ nope | nope }}';
  const hostile: TrackedItem = { ...ITEM, title: HOSTILE, description: HOSTILE, fields: { type: HOSTILE } };

  test('in the item', async () => {
    const { render } = await book({
      'default.md': '{{ item.title }}|{{ item.fields.type }}',
      'secret.md': 'S3CRET',
    });
    expect(await render({ item: hostile })).toBe(`${HOSTILE}|${HOSTILE}\n`);
  });
  test('through a filter and an own name', async () => {
    const { render } = await book({
      'default.md': '{% capture x %}{{ item.title }}{% endcapture %}{{ x }}',
      'secret.md': 'S3CRET',
    });
    expect(await render({ item: hostile })).toBe(`${HOSTILE}\n`);
  });
  test('in the built-in prompt and in reports', async () => {
    const { render } = await book({});
    expect(await render({ item: hostile })).toContain(HOSTILE);
    for (const kind of ['retry', 'conflict', 'continue-uncommitted'] as const) {
      expect(await render({ kind, attempt: 2, report: HOSTILE })).toContain(HOSTILE);
    }
  });
  test('a name of a file is looked for inside the folder only', async () => {
    const { render } = await book({ 'default.md': '{% include item.title %}' });
    const failure = await refusal(render({ item: { ...ITEM, title: '../../../../etc/passwd' } }));
    expect(failure.message).toMatch(/inside the prompts folder/);
  });
});

describe('C21 which template is used', () => {
  const files = { 'default.md': 'default', 'ui.md': 'ui', 'bug.md': 'bug', 'web.md': 'web' };
  const routes = (list: string) => `prompts:\n  routes: [${list}]\n`;
  const cases: [string, string, string][] = [
    ['the default', '', 'default'],
    ['by label, whatever its case', routes('{label: UI, prompt: ui.md}'), 'ui'],
    ['by field', routes('{field: {name: type, value: Bug}, prompt: bug.md}'), 'bug'],
    ['by one of a list', routes('{field: {name: team, value: web}, prompt: web.md}'), 'web'],
    [
      'the first that matches',
      routes('{label: none, prompt: web.md}, {label: fast, prompt: bug.md}, {label: ui, prompt: ui.md}'),
      'bug',
    ],
    [
      'all conditions must hold',
      routes(
        '{label: ui, field: {name: type, value: idea}, prompt: web.md}, {label: ui, field: {name: type, value: bug}, prompt: bug.md}',
      ),
      'bug',
    ],
    [
      'a field that is not there matches nothing',
      routes('{field: {name: effort, value: undefined}, prompt: web.md}'),
      'default',
    ],
    ['a default of another name', 'prompts: {default: ui.md}', 'ui'],
    ['a path with the folder', 'prompts: {default: .symphony/prompts/ui.md}', 'ui'],
  ];
  for (const [name, prompts, expected] of cases) {
    test(name, async () => {
      const { render, check } = await book(files, prompts);
      expect(await render()).toBe(`${expected}\n`);
      expect(await check()).toEqual([]);
    });
  }

  test('svc-P3 an empty file and no file are the built-in prompt', async () => {
    for (const files of [{}, { 'default.md': ' \n' }]) {
      const { render, check } = await book(files as Record<string, string>);
      expect(await render()).toMatch(/^You are working on ABC-1: Greet people\n\nSay hello\.\n/);
      expect(await render({ item: { ...ITEM, description: null } })).not.toContain('null');
      expect(await check()).toEqual([]);
    }
  });

  test('svc-W6 an edit counts from the next prompt on', async () => {
    const { root, render } = await book({ 'default.md': 'one' });
    expect(await render()).toBe('one\n');
    await writeFile(join(root, '.symphony/prompts/default.md'), 'two');
    expect(await render()).toBe('two\n');
  });
});

describe('C5 C18 M9 what an agent is told later', () => {
  test('a retry is the request and the report of what went wrong', async () => {
    const { render } = await book({ 'default.md': 'Do {{ item.identifier }}' });
    const text = await render({ kind: 'retry', attempt: 2, report: '`npm test` exited with 1' });
    expect(text).toBe(
      'Do ABC-1\n\nAn earlier attempt went wrong. This is what was reported:\n\n`npm test` exited with 1\n',
    );
    expect(await render({ kind: 'retry', attempt: 2, report: null })).toBe('Do ABC-1\n');
  });

  test('a template that places the report itself gets it once', async () => {
    const { render } = await book({ 'default.md': 'Do it.{% if report %} Before: {{ report }}{% endif %}' });
    expect(await render({ kind: 'retry', attempt: 2, report: 'R1' })).toBe('Do it. Before: R1\n');
    expect(await render()).toBe('Do it.\n');
  });

  const kinds: [PromptKind, RegExp][] = [
    ['continue-uncommitted', /^You ended your turn with changes that are not committed\./],
    ['continue-no-commits', /^You ended your turn without a commit\./],
    ['after-restart', /^Your process was ended and has been started again/],
    ['after-pause', /^You were paused/],
    ['conflict', /^Your branch conflicts with the target[^\n]*\nTarget: main\n/],
    ['review', /^A person has looked at your work/],
    ['failed-on-target', /^Your branch fails the checks once merged[^\n]*\nTarget: main\n/],
  ];
  for (const [kind, expected] of kinds) {
    test(`${kind} is short and carries the report, whatever the templates are`, async () => {
      const { render } = await book({ 'default.md': '{{ broken' });
      const text = await render({ kind, attempt: 3, report: 'src/a.ts\nsrc/b.ts' });
      expect(text).toMatch(expected);
      expect(text.endsWith('\n\nsrc/a.ts\nsrc/b.ts\n')).toBe(true);
      expect(text.length).toBeLessThan(400);
    });
  }
});

describe('M7 what a part of a mission is told', () => {
  const CONTEXT = '## MUST READ\n\nYou are {{ nobody }} in the mission {% raw %}.';

  test('stands below the request, as it is, before the report and what is said', async () => {
    const { render } = await book({ 'default.md': 'Do {{ item.identifier }}' });
    expect(await render({ context: CONTEXT })).toBe(`Do ABC-1\n\n${CONTEXT}\n`);
    const text = await render({ kind: 'retry', attempt: 2, context: CONTEXT, report: 'R1', steering: 'S1' });
    expect(text).toBe(
      `Do ABC-1\n\n${CONTEXT}\n\nAn earlier attempt went wrong. This is what was reported:\n\nR1\n\nA person says:\n\nS1\n`,
    );
    expect(await render({ context: null })).toBe('Do ABC-1\n');
  });

  test('is not told again where the session has it', async () => {
    const { render } = await book({});
    expect(await render({ kind: 'after-pause', context: CONTEXT })).not.toContain('MUST READ');
  });

  test('its target is the branch of its mission, in templates and in guidance', async () => {
    const { render } = await book({ 'default.md': 'Into {{ target }}' });
    const target = 'symphony/mission/dates';
    expect(await render({ target })).toBe(`Into ${target}\n`);
    expect(await render({ kind: 'conflict', target })).toContain(`\nTarget: ${target}\n`);
    expect(await render()).toBe('Into main\n');
  });

  test('M5 M10 what Symphony says is not put into a person’s mouth', async () => {
    const { render } = await book({});
    const steered = (steering: string) => render({ kind: 'steered', steering });
    const ours = await steered('Symphony says:\n\nS-2 changes the same places.');
    expect(ours).toMatch(/\n\nSymphony says:\n\nS-2 changes the same places\.\n$/);
    expect(ours).not.toContain('person');
    expect(await steered('Hello.')).toMatch(/\n\nA person says:\n\nHello\.\n$/);
  });
});
