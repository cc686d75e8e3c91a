import { PortError } from '@symphony/domain';
import type { GitHub } from '../../github/index.ts';
import { OneAtATime } from '../one-at-a-time.ts';
import { absent } from './absent.ts';
import { itemsDocument, pagesDocument } from './project-documents.ts';
import type { ProjectRecord } from './project-record.ts';
import type { ProjectScope } from './settings.ts';

/** GitHub gives a query ten seconds: more pages than this in one are not worth the risk. */
const PAGES_AT_ONCE = 10;
const ITEMS_AT_ONCE = 50;

interface Page {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly (ProjectRecord | null)[];
}

interface PagesAnswer {
  readonly repositoryOwner: { readonly projectV2: Readonly<Record<string, Page>> | null } | null;
}

/**
 * The items of a project, as read last. The lean list is asked for with the cursors of the time
 * before, all pages in one request; they are only believed where each page ends at the cursor the
 * next one began with. What changed since is then read whole.
 */
export class ProjectShelf {
  readonly #github: GitHub;
  readonly #scope: ProjectScope;
  /** Where each page but the last ended. */
  #cursors: readonly string[] = [];
  readonly #whole = new Map<string, { readonly stamp: string; readonly record: ProjectRecord }>();
  readonly #reads = new OneAtATime();
  #last: Promise<readonly ProjectRecord[]> = Promise.resolve([]);

  constructor(github: GitHub, scope: ProjectScope) {
    this.#github = github;
    this.#scope = scope;
  }

  /** Every item that is not archived, with its fields and little more. */
  list(): Promise<readonly ProjectRecord[]> {
    this.#last = this.#reads.run(() => this.#list());
    return this.#last;
  }

  /** The last list, read now if there is none yet. */
  async last(): Promise<readonly ProjectRecord[]> {
    const last = await this.#last.catch(() => []);
    return last.length > 0 ? last : this.list();
  }

  /** These items whole. The list's own fields are newer than what is remembered. */
  async fill(listed: readonly ProjectRecord[]): Promise<readonly ProjectRecord[]> {
    const stampOf = ({ content }: ProjectRecord) => `${content?.id} ${content?.updatedAt}`;
    const stale = listed.filter((each) => this.#whole.get(each.id)?.stamp !== stampOf(each));
    for (const record of await this.read(stale.map(({ id }) => id)))
      this.#whole.set(record.id, { stamp: stampOf(record), record });
    return listed.flatMap((each) => {
      const known = this.#whole.get(each.id)?.record;
      return known ? [{ ...known, ...each, content: known.content }] : [];
    });
  }

  /** Read now; what is not there, archived or of another project is left out. */
  async read(ids: readonly string[]): Promise<readonly ProjectRecord[]> {
    const found: ProjectRecord[] = [];
    for (let at = 0; at < ids.length; at += ITEMS_AT_ONCE) {
      const { nodes } = await this.#github.graphql<{ nodes: readonly (Partial<ProjectRecord> | null)[] }>(
        itemsDocument(this.#scope),
        { ids: ids.slice(at, at + ITEMS_AT_ONCE) },
        ({ type }) => type === 'NOT_FOUND',
      );
      for (const node of nodes)
        if (node?.id !== undefined && this.#isOurs(node)) found.push(node as ProjectRecord);
    }
    return found;
  }

  #isOurs({ isArchived, project }: Partial<ProjectRecord>): boolean {
    const { owner, number } = this.#scope;
    const login = project?.owner.login?.toLowerCase();
    return isArchived !== true && project?.number === number && login === owner.toLowerCase();
  }

  async #list(): Promise<readonly ProjectRecord[]> {
    const pages = await this.#followKnown();
    const cursors = pages.map(({ pageInfo }) => pageInfo.endCursor ?? '');
    for (let last = pages.at(-1); !last || last.pageInfo.hasNextPage; last = pages.at(-1)) {
      if (pages.length >= this.#github.maxPages) throw lost(`there are more than ${this.#github.maxPages}`);
      const [page] = await this.#ask([last?.pageInfo.endCursor ?? null]);
      if (!page) throw lost('one is missing');
      const cursor = page.pageInfo.endCursor ?? '';
      if (page.pageInfo.hasNextPage && cursors.includes(cursor)) throw lost('they lead back to themselves');
      pages.push(page);
      cursors.push(cursor);
    }
    const items = pages.flatMap(({ nodes }) => nodes.filter((each) => each !== null));
    const unique = new Map(items.map((each) => [each.id, each]));
    const { totalCount = 0 } = pages.at(-1) ?? {};
    // A page that came twice hides another one: better nothing than a list with a hole.
    if (items.length > unique.size && unique.size < totalCount) throw lost('one came twice');
    this.#cursors = cursors.slice(0, -1);
    const there = new Set(unique.keys());
    for (const id of this.#whole.keys()) if (!there.has(id)) this.#whole.delete(id);
    return [...unique.values()];
  }

  /** The pages of last time for as long as each ends where it did. */
  async #followKnown(): Promise<Page[]> {
    if (this.#cursors.length === 0) return [];
    const starts = [null, ...this.#cursors];
    const good: Page[] = [];
    for (let at = 0; at < starts.length; at += PAGES_AT_ONCE) {
      const pages = await this.#ask(starts.slice(at, at + PAGES_AT_ONCE)).catch((error: unknown) => {
        // A cursor that is no longer known is no failure: the pages are followed from where it is good.
        if (error instanceof PortError && error.failure.code === 'invalid') return [];
        throw error;
      });
      for (const page of pages) {
        good.push(page);
        if (page.pageInfo.endCursor !== this.#cursors[good.length - 1] || !page.pageInfo.hasNextPage)
          return good;
      }
      if (pages.length === 0) return good;
    }
    return good;
  }

  async #ask(starts: readonly (string | null)[]): Promise<Page[]> {
    const { owner, number } = this.#scope;
    const after = Object.fromEntries(starts.map((cursor, at) => [`after${at}`, cursor]));
    const answer = await this.#github.graphql<PagesAnswer>(pagesDocument(this.#scope, starts.length), {
      owner,
      project: number,
      ...after,
    });
    const project = answer.repositoryOwner?.projectV2;
    if (!project) throw absent(`project ${owner}/${number}`);
    return starts.flatMap((_, at) => project[`page${at}`] ?? []);
  }
}

const lost = (why: string): PortError =>
  new PortError({
    code: 'invalid',
    family: 'tracker_pagination',
    message: `GitHub's pages of the project cannot be followed: ${why}.`,
    nextStep: 'It is tried again at the next poll; archive old items if it stays so.',
  });
