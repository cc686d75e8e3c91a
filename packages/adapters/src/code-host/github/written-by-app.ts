import { failureOf, type OfferCommand } from '@symphony/domain';
import { githubSpokenId } from '../../github/webhook.ts';
import type { HostGround } from './settings.ts';

const KEPT = 1_000;
const CONVERSATION = new RegExp(`^${githubSpokenId('comment', '(\\d+)')}$`);

/**
 * What an app writes in a person's name is the app's word, and commands nothing. GraphQL does not tell; so where
 * somebody commands in the conversation, REST is asked, once for each comment.
 */
export class WrittenByApp {
  readonly #ground: HostGround;
  readonly #known = new Map<number, boolean>();

  constructor(ground: HostGround) {
    this.#ground = ground;
  }

  async without(commands: readonly OfferCommand[]): Promise<readonly OfferCommand[]> {
    const left: OfferCommand[] = [];
    for (const command of commands) {
      const id = Number(CONVERSATION.exec(command.id)?.[1]);
      if (!Number.isSafeInteger(id) || !(await this.#isByApp(id))) left.push(command);
    }
    return left;
  }

  async #isByApp(id: number): Promise<boolean> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const { github, slug } = this.#ground;
    const byApp = await github.rest.issues.getComment({ ...slug, comment_id: id }).then(
      ({ data }) => data.performed_via_github_app != null,
      (error: unknown) => {
        const { code } = failureOf(error);
        if (code === 'missing' || code === 'refused') return true; // nobody is obeyed on a guess
        throw error;
      },
    );
    if (this.#known.size >= KEPT) this.#known.delete(this.#known.keys().next().value ?? 0);
    this.#known.set(id, byApp);
    return byApp;
  }
}
