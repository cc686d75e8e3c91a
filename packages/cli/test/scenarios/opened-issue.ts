import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullName, issueShape, type StoredIssue } from '@symphony/testkit/github-server';
import type { Hosted } from './hosted.ts';
import type { Config } from './stage.ts';
import { toldBy, unnoticed } from './told-by-webhook.ts';

/** GitHub as tracker and code host, heard by webhook. */
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
      ...toldBy('github'),
    });
  }

  static async open(hosted: Hosted): Promise<OpenedIssue> {
    const { stage, server } = hosted;
    const repository = server.world.repository('acme', 'app');
    if (!repository) throw new Error('the stand-in lost its repository');
    const issue = await unnoticed(
      stage,
      () => server.requests.length,
      () => server.world.addIssue(repository, { title: 'Write a song', body: 'In tune, please.' }),
    );
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
