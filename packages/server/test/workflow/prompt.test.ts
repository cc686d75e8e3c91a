import { PortError, type PromptRequest } from '@symphony/domain';
import { trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { type LoadedConfig, loadConfig } from '../../src/config/index.ts';
import { openPrompts } from '../../src/prompts/index.ts';
import { AGENTS, folderWith } from '../config/workspace.ts';

async function render(text: string, more: Partial<PromptRequest> = {}): Promise<string> {
  const root = await folderWith();
  const { config } = (await loadConfig({
    root,
    env: {},
    defaults: { target: 'main' },
    agents: AGENTS,
  })) as LoadedConfig;
  const book = openPrompts({
    root,
    config: () => config,
    workflow: () => ({ name: 'WORKFLOW.md', text, line: 7 }),
  });
  const item = trackedItem('ENG-1', {
    title: 'Say hello',
    description: null,
    labels: ['a', 'b'],
    createdAt: 0,
  });
  return book.render({ item, attempt: 1, kind: 'first', report: null, ...more });
}

describe('svc-P2 svc-P1 the body of a workflow file', () => {
  test.each<readonly [body: string, more: Partial<PromptRequest>, said: string]>([
    ['{{ issue.identifier }} {{ issue.title }}', {}, 'ENG-1 Say hello\n'],
    ['{% for label in issue.labels %}[{{ label }}]{% endfor %}', {}, '[a][b]\n'],
    ['{{ issue.created_at }}', {}, '1970-01-01T00:00:00.000Z\n'],
    ['{% if attempt %}again{% else %}first{% endif %}', {}, 'first\n'],
    ['attempt {{ attempt }}', { attempt: 2 }, 'attempt 1\n'],
    ['attempt {{ attempt }}', { attempt: 4, kind: 'retry' }, 'attempt 3\n'],
    ['"{{ attempt }}"', { attempt: 1 }, '""\n'],
  ])('%s', async (body, more, said) => {
    expect(await render(body, more)).toBe(said);
  });

  test('svc-P3 an empty one: the usual words, and the issue', async () => {
    const said = await render('');
    expect(said).toMatch(/^You are working on an issue from the configured tracker\.\n\nENG-1: Say hello/);
  });
});

describe('svc-W5 svc-P4 a wrong one fails the attempt, by name and line', () => {
  test.each([
    ['a\n{{ issue.nonsense }}', 'template_render_error', 'WORKFLOW.md:8'],
    ['{{ nobody }}', 'template_render_error', 'WORKFLOW.md:7'],
    ['{{ issue.title | shout }}', 'template_render_error', 'WORKFLOW.md:7'],
    ['{% if issue.title %}', 'template_parse_error', 'WORKFLOW.md:7'],
    ['x\n\n{{ issue.title', 'template_parse_error', 'WORKFLOW.md:9'],
  ])('%s', async (body, name, place) => {
    const error = await render(body).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(PortError);
    expect((error as PortError).message).toMatch(new RegExp(`^${name}: .*\\(${place}\\)$`));
  });
});
