import { failureOf } from '@symphony/domain';
import type { HostGround } from './settings.ts';
import type { PullSight, Spoken } from './standing.ts';

const REMEMBERED_MS = 10 * 60_000;
/** Nobody else can have been given write access. */
const CLOSE = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** Who is heard: people who may write to the repository. Neither programs nor we ourselves. */
export class Writers {
  readonly #ground: HostGround;
  readonly #known = new Map<string, { readonly may: boolean; readonly until: number }>();

  constructor(ground: HostGround) {
    this.#ground = ground;
  }

  async among(pull: PullSight, self: string): Promise<ReadonlySet<string>> {
    const spoken: readonly Spoken[] = [
      ...pull.reviews.nodes,
      ...pull.comments.nodes,
      ...pull.reviewThreads.nodes.flatMap(({ comments }) => comments.nodes),
    ];
    const writers = new Set<string>();
    for (const { author, authorAssociation } of spoken) {
      if (author?.__typename !== 'User' || author.login === self || !CLOSE.has(authorAssociation)) continue;
      if (!writers.has(author.login) && (await this.#mayWrite(author.login))) writers.add(author.login);
    }
    return writers;
  }

  async #mayWrite(login: string): Promise<boolean> {
    const { github, slug, now } = this.#ground;
    const known = this.#known.get(login);
    if (known && known.until > now()) return known.may;
    const may = await github.rest.repos.getCollaboratorPermissionLevel({ ...slug, username: login }).then(
      ({ data }) => data.permission === 'admin' || data.permission === 'write',
      (error: unknown) => {
        const { code } = failureOf(error);
        if (code === 'missing' || code === 'refused') return false;
        throw error;
      },
    );
    this.#known.set(login, { may, until: now() + REMEMBERED_MS });
    return may;
  }
}
