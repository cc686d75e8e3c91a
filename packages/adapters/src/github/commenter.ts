import type { GitHub } from './client.ts';

/** An issue or a pull request: both are commented alike. */
interface Place {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/** Any key fits into the marker: what could end the HTML comment is percent-encoded. */
const markerOf = (key: string): string =>
  `<!-- symphony:${encodeURIComponent(key).replaceAll('%3A', ':').replaceAll('--', '-%2D')} -->`;

/** Comments are told apart by an invisible marker, so that repeating one changes nothing (C9). */
export class Commenter {
  readonly #github: GitHub;
  readonly #busy = new Map<string, Promise<void>>();

  constructor(github: GitHub) {
    this.#github = github;
  }

  /** The same comment twice at once is one comment. */
  add(name: Place, key: string, text: string): Promise<void> {
    const place = JSON.stringify([name, key]);
    const running = this.#busy.get(place);
    if (running) return running;
    const work = this.#add(name, key, text).finally(() => this.#busy.delete(place));
    this.#busy.set(place, work);
    return work;
  }

  async #add({ owner, repo, number }: Place, key: string, text: string): Promise<void> {
    const issue = { owner, repo, issue_number: number };
    const marker = markerOf(key);
    const comments = await this.#github.pages<{ readonly body?: string }>(
      'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
      issue,
    );
    if (comments.some(({ body }) => body?.startsWith(marker))) return;
    await this.#github.rest.issues.createComment({ ...issue, body: `${marker}\n${text}` });
  }
}
