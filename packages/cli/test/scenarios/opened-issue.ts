import { fullName, issueShape, type StoredIssue } from '@symphony/testkit/github-server';
import type { Hosted } from './hosted.ts';
import { toldBy, unnoticed } from './told-by-webhook.ts';

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
