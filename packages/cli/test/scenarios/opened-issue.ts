import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fullName, issueShape, type StoredIssue } from '@symphony/testkit/github-server';
import { expect } from 'vitest';
import { BY_WEBHOOK, type Hosted, QUIET_MS } from './hosted.ts';

/** GitHub as tracker and code host, heard by webhook. */
export class OpenedIssue {
  readonly hosted: Hosted;
  readonly issue: StoredIssue;

  private constructor(hosted: Hosted, issue: StoredIssue) {
    this.hosted = hosted;
    this.issue = issue;
  }

  static configure(hosted: Hosted): void {
    hosted.configure({
      tracker: { kind: 'github', provider: { ...hosted.provider, repository: 'acme/app' } },
      ...BY_WEBHOOK,
    });
  }

  /** Somebody opens an issue, and Symphony does not know of it until it is told. */
  static async open(hosted: Hosted): Promise<OpenedIssue> {
    const { stage, server } = hosted;
    await stage.until('the first look is over', () => stage.events.of('comments-read').length > 0);
    await hosted.quiet();
    const repository = server.world.repository('acme', 'app');
    if (!repository) throw new Error('the stand-in lost its repository');
    const issue = server.world.addIssue(repository, { title: 'Write a song', body: 'In tune, please.' });
    await sleep(QUIET_MS);
    expect(stage.events.of('item-seen')).toEqual([]);
    const opened = new OpenedIssue(hosted, issue);
    await hosted.tell('issues', { action: 'opened', issue: issueShape(issue) });
    return opened;
  }

  get id(): string {
    return `${fullName(this.issue.repository)}#${this.issue.number}`;
  }

  checked(commit: string): Promise<void> {
    const pulls = this.hosted.desk.pulls.map(({ issue }) => ({ number: issue.number }));
    const run = { head_sha: commit, status: 'completed', pull_requests: pulls };
    return this.hosted.tell('check_run', { action: 'completed', check_run: run });
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
