import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signedDelivery } from '@symphony/testkit';
import { fullName, issueShape, type StoredIssue } from '@symphony/testkit/github-server';
import { expect } from 'vitest';
import type { Hosted } from './hosted.ts';
import type { Config } from './stage.ts';

/** Scenarios inherit the environment, as with the token. */
export const HOOK_SECRET = 'planted-hook-secret-71c2e9';
process.env.SYMPHONY_TEST_HOOK = HOOK_SECRET;

/** Long enough for a look that should not be. */
const QUIET_MS = 1_000;

/** GitHub as tracker and code host. Symphony looks once an hour, so it hears of things by webhook or not at all. */
export class OpenedIssue {
  readonly hosted: Hosted;
  readonly issue: StoredIssue;

  private constructor(hosted: Hosted, issue: StoredIssue) {
    this.hosted = hosted;
    this.issue = issue;
  }

  /** `labels`: states between open and closed, as labels of the issue. */
  static configure(hosted: Hosted, labels: readonly string[], more: Config = {}): void {
    const provider = { ...hosted.provider, repository: 'acme/app', state_labels: labels };
    hosted.configure({
      ...more,
      tracker: { kind: 'github', provider },
      polling: { interval: '1h' },
      webhooks: { github: { secret: '$SYMPHONY_TEST_HOOK' } },
      http: { port: 0 },
    });
  }

  /** Somebody opens an issue, and Symphony does not know of it until it is told. */
  static async open(hosted: Hosted): Promise<OpenedIssue> {
    const { stage, server } = hosted;
    await stage.until('the first look is over', () => stage.events.of('comments-read').length > 0);
    // It looks once more when it begins to watch its own board.
    await stage.until('it looks no more', async () => {
      const before = server.requests.length;
      await sleep(QUIET_MS);
      return server.requests.length === before;
    });
    const repository = server.world.repository('acme', 'app');
    if (!repository) throw new Error('the stand-in lost its repository');
    const issue = server.world.addIssue(repository, { title: 'Write a song', body: 'In tune, please.' });
    await sleep(QUIET_MS);
    expect(stage.events.of('item-seen')).toEqual([]);
    const opened = new OpenedIssue(hosted, issue);
    await opened.tell('issues', { action: 'opened', issue: issueShape(issue) });
    return opened;
  }

  get id(): string {
    return `${fullName(this.issue.repository)}#${this.issue.number}`;
  }

  checked(commit: string): Promise<void> {
    const pulls = this.hosted.desk.pulls.map(({ issue }) => ({ number: issue.number }));
    const run = { head_sha: commit, status: 'completed', pull_requests: pulls };
    return this.tell('check_run', { action: 'completed', check_run: run });
  }

  /** Waits for the address of a Symphony that is just starting. */
  private async tell(event: string, payload: object): Promise<void> {
    const { stage } = this.hosted;
    const repository = { full_name: fullName(this.issue.repository) };
    const delivery = signedDelivery(HOOK_SECRET, event, { ...payload, repository });
    await stage.until(`the webhook ${event} is heard`, async () => {
      const { url } = JSON.parse(readFileSync(join(stage.path, '.symphony/run/conductor.json'), 'utf8'));
      const call = fetch(`${url}/api/v1/webhooks/github`, { method: 'POST', ...delivery });
      const answer = await call.catch(() => null);
      if (answer === null) return false; // the address of the one that was killed
      expect(await answer.json()).toEqual({ result: 'heard' });
      return answer.status === 202;
    });
  }
}

/**
 * Issues bring no script, so the built-in play is played, and it is met where it commits: by a git hook
 * that says that it is there and waits.
 */
export function gateCommits(hosted: Hosted, name: string, subject: RegExp) {
  const { stage } = hosted;
  const hooks = join(stage.path, '.git', 'hooks');
  const here = join(stage.path, '..', `committing-${name}`);
  const gate = stage.gate(name);
  mkdirSync(hooks, { recursive: true });
  const file = join(hooks, 'commit-msg');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '#!/bin/sh\n';
  const wait = `if grep -Eq '${subject.source}' "$1"; then : > '${here}'; ${gate.step.run}; fi\n`;
  writeFileSync(file, `${before}${wait}`, { mode: 0o755 });
  return {
    begun: () => stage.until(`${name} is to be committed`, () => existsSync(here)).then(() => undefined),
    goOn: () => gate.open(),
  };
}

/** The setup of a chamber, which takes as long as the scenario wants. */
export function slowSetup({ stage }: Hosted) {
  const story = join(stage.path, '..', 'setup');
  const gate = stage.gate('setup');
  return {
    hooks: { after_create: `echo begun >> '${story}'; ${gate.step.run}; echo done >> '${story}'` },
    isReached: () => existsSync(story),
    goOn: () => gate.open(),
    told: () => readFileSync(story, 'utf8').trim().split('\n'),
  };
}
