import { dirname } from 'node:path';
import { filesWith, signedLinearDelivery } from '@symphony/testkit';
import { blankIssue, type LinearServer, openLinearServer } from '@symphony/testkit/linear-server';
import { expect, test } from 'vitest';
import { gateCommits } from './commit-gate.ts';
import { onStage, type Stage } from './stage.ts';
import { HOOK_SECRET, tell, toldBy, unnoticed } from './told-by-webhook.ts';

const MOVING = /mutation UpdateIssue/;
const COMMENTING = /mutation CreateComment/;

/** Linear's workspace beside the stage, and Linear itself, which tells what happened in it. */
class Workspace {
  readonly server: LinearServer;
  readonly #stage: Stage;

  constructor(stage: Stage, server: LinearServer) {
    this.#stage = stage;
    this.server = server;
  }

  addIssue(title: string): { readonly id: string } {
    const { workspace } = this.server;
    const team = workspace.teams.find(({ key }) => key === 'ENG')?.id ?? '';
    const todo = workspace.states.find((state) => state.team === team && state.name === 'Todo')?.id ?? '';
    const issue = blankIssue(workspace, team, todo, new Date().toISOString());
    issue.title = title;
    workspace.issues.push(issue);
    return issue;
  }

  /** Somebody of the team writes below the issue. */
  async says(issueId: string, body: string): Promise<void> {
    const { workspace } = this.server;
    const ben = workspace.users.find(({ name }) => name === 'Ben');
    const id = '5c0ffee5-0000-4000-8000-000000000001';
    const createdAt = new Date().toISOString();
    workspace.comments.push({ id, issue: issueId, body, user: ben?.id ?? '', createdAt });
    const actor = { id: ben?.id, name: 'Ben', type: 'user' };
    await this.tell({ action: 'create', type: 'Comment', actor, data: { id, body, issueId } });
  }

  tell(payload: object): Promise<void> {
    return tell(this.#stage, 'linear', signedLinearDelivery(HOOK_SECRET, payload));
  }

  /** The names of the states the issue was put into, in order. */
  moves(): string[] {
    const { requests, workspace } = this.server;
    return requests.flatMap(({ document, variables }) => {
      const { stateId } = (variables.input ?? {}) as { stateId?: string };
      const moved = MOVING.test(document) && workspace.states.find(({ id }) => id === stateId)?.name;
      return moved || [];
    });
  }

  async asked(what: RegExp, times: number): Promise<void> {
    await this.#stage.until(`${what} is asked`, () => {
      const sent = this.server.requests.filter(({ document }) => what.test(document));
      return sent.length >= times;
    });
  }
}

test('C8 C9 C17 C19 an issue of Linear, heard by webhook and approved in a comment, is merged, moved and answered once, killed in two steps', async () => {
  const server = await openLinearServer();
  process.env.SYMPHONY_TEST_LINEAR = server.key;
  try {
    await onStage({ config: null }, async (stage) => {
      const linear = new Workspace(stage, server);
      const provider = { endpoint: server.url, api_key: '$SYMPHONY_TEST_LINEAR', team: 'ENG' };
      stage.configure({
        tracker: { kind: 'linear', review_state: 'Review', provider },
        handoff: { mode: 'review' },
        ...toldBy('linear'),
      });
      const writing = gateCommits(stage, 'writing', /^Rehearse ENG-1:/);
      const { cut } = await stage.playMortal();

      const { id } = await unnoticed(
        stage,
        () => server.requests.length,
        () => linear.addIssue('Write a song'),
      );
      await linear.tell({ action: 'create', type: 'Issue', data: { id, identifier: 'ENG-1' } });
      await writing.begun();
      await cut(); // its agent is in the middle of its turn
      writing.goOn();
      await stage.reached(id, 'handed_off');
      await stage.until('Linear shows it', () => linear.moves().includes('Review'));

      // Linear writes the answer down; nobody hears that it did.
      server.order({ kind: 'slow', ms: 400, on: COMMENTING });
      await linear.says(id, '/symphony approve');
      await linear.asked(COMMENTING, 1);
      await cut();
      await stage.reached(id, 'open');
      await stage.until('Linear shows it done', () => linear.moves().includes('Done'));
      await stage.until('the comment is answered', () => stage.events.of('comment-answered').length === 1);
      await stage.until('its chamber is gone', () => stage.events.of('chamber-removed', id).length === 1);

      expect(linear.moves()).toEqual(['In Progress', 'Review', 'Done']);
      const { comments, issues, states } = server.workspace;
      expect(states.find((state) => state.id === issues[0]?.state)?.name).toBe('Done');
      expect(comments.map(({ body }) => body)).toEqual([
        '/symphony approve',
        expect.stringMatching(/^Done: /),
      ]);
      expect(await stage.item('ENG-1')).toMatchObject({ outcome: 'merged', retries: 0 });
      expect(stage.events.of('run-started', id)).toHaveLength(1);
      expect(stage.events.of('train-landed')).toHaveLength(1);
      const subjects = await stage.repository.git('log', '--no-merges', '--format=%s', 'main');
      expect(subjects.split('\n')).toEqual(['Rehearse ENG-1: Write a song', 'First commit']);
      for (const secret of [server.key, HOOK_SECRET])
        expect(await filesWith(secret, dirname(stage.path))).toEqual([]);
      expect(server.requests.flatMap(({ invalid }) => invalid)).toEqual([]);
    });
  } finally {
    await server.close();
  }
});
