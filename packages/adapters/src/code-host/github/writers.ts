import { failureOf } from '@symphony/domain';
import type { Author, PullSight, Spoken } from './pull-sight.ts';
import type { HostGround } from './settings.ts';

const REMEMBERED_MS = 10 * 60_000;
/** Nobody else can have been given write access. */
const CLOSE = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** Who is heard: people who may write to the repository, and whoever `code_host.hear` names. */
export class Writers {
  readonly #ground: HostGround;
  readonly #known = new Map<string, { readonly may: boolean; readonly until: number }>();

  constructor(ground: HostGround) {
    this.#ground = ground;
  }

  /** Whoever spoke on the pull request and is heard. `self`: our own login, which is not unless it is named. */
  async among(pull: PullSight, self: string): Promise<(author: Author) => boolean> {
    const spoken: readonly Spoken[] = [
      ...pull.reviews.nodes,
      ...(pull.latestOpinionatedReviews?.nodes ?? []),
      ...pull.comments.nodes,
      ...pull.reviewThreads.nodes.flatMap(({ comments }) => comments.nodes),
    ];
    const named = new Set(this.#ground.settings().hear.map((each) => each.toLowerCase()));
    const heard = new Set<string>();
    for (const { author, authorAssociation } of spoken) {
      if (!author || heard.has(nameOf(author))) continue;
      const asked = author.__typename === 'User' && author.login !== self && CLOSE.has(authorAssociation);
      if (named.has(nameOf(author)) || (asked && (await this.#mayWrite(author.login))))
        heard.add(nameOf(author));
    }
    return (author) => heard.has(nameOf(author));
  }

  /** As GitHub says now: for whoever commands, nothing is remembered. */
  async mayWrite(login: string): Promise<boolean> {
    const { github, slug } = this.#ground;
    const { data } = await github.rest.repos.getCollaboratorPermissionLevel({ ...slug, username: login });
    return data.permission === 'admin' || data.permission === 'write';
  }

  async #mayWrite(login: string): Promise<boolean> {
    const { now } = this.#ground;
    const known = this.#known.get(login);
    if (known && known.until > now()) return known.may;
    const may = await this.mayWrite(login).catch((error: unknown) => {
      const { code } = failureOf(error);
      if (code === 'missing' || code === 'refused') return false;
      throw error;
    });
    this.#known.set(login, { may, until: now() + REMEMBERED_MS });
    return may;
  }
}

/** As REST and people call them: GraphQL leaves out what tells an app's login from a person's. */
function nameOf({ __typename, login }: Author): string {
  const name = login.toLowerCase();
  return __typename === 'Bot' && !name.endsWith('[bot]') ? `${name}[bot]` : name;
}
