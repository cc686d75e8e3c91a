import { type FailedCheck, failureOf, type ProposalStanding } from '@symphony/domain';
import { type Annotation, excerptOf, saidBy } from './check-excerpt.ts';
import type { CheckRun, PullSight } from './pull-sight.ts';
import type { HostGround } from './settings.ts';
import { failedRun } from './standing.ts';

/** Explained once: a finished check does not change. */
const KEPT = 200;
const MOST = 10;

/** Asks for what a failed check marked, and for the log of its job. */
export class FailedChecks {
  readonly #ground: HostGround;
  readonly #known = new Map<number, string>();

  constructor(ground: HostGround) {
    this.#ground = ground;
  }

  async explain(
    { failedChecks, checks }: ProposalStanding,
    pull: PullSight,
  ): Promise<readonly FailedCheck[]> {
    // While others are at work nothing is told: it need not be asked for.
    if (checks !== 'failed') return failedChecks;
    const explained: FailedCheck[] = [];
    for (const check of failedChecks) {
      const run = explained.length < MOST ? failedRun(pull, check.name) : null;
      const excerpt = run?.databaseId ? await this.#excerpt(run.databaseId, run) : check.excerpt;
      explained.push({ ...check, excerpt });
    }
    return explained;
  }

  async #excerpt(id: number, run: CheckRun): Promise<string> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const annotations = await this.#annotations(id);
    const log = await this.#log(run);
    const { redact } = this.#ground;
    const excerpt = excerptOf({
      said: redact(saidBy(run)),
      annotations: (annotations ?? []).map((each) => ({
        ...each,
        title: redact(each.title ?? ''),
        message: redact(each.message ?? ''),
      })),
      log: redact(log ?? ''),
    });
    if (annotations === null || log === null) return excerpt; // the next look may get hold of it
    if (this.#known.size >= KEPT) this.#known.delete(this.#known.keys().next().value ?? 0);
    this.#known.set(id, excerpt);
    return excerpt;
  }

  #annotations(id: number): Promise<readonly Annotation[] | null> {
    const { github, slug } = this.#ground;
    const asked = { ...slug, check_run_id: id, per_page: 50 };
    return this.#orWithout([], async () => (await github.rest.checks.listAnnotations(asked)).data);
  }

  /** GitHub's own jobs keep a log; other checks only have a page. */
  #log({ detailsUrl }: CheckRun): Promise<string | null> {
    const job = Number(/\/actions\/runs\/\d+\/job\/(\d+)/.exec(detailsUrl ?? '')?.[1]);
    if (!Number.isSafeInteger(job)) return Promise.resolve('');
    const { github, slug } = this.#ground;
    return this.#orWithout('', async () => {
      const { data } = await github.rest.actions.downloadJobLogsForWorkflowRun({ ...slug, job_id: job });
      return typeof data === 'string' ? data : '';
    });
  }

  /**
   * What is gone or not for us is `nothing`, and the check is told without it. So is what cannot be had just now
   * (null), after it was tried several times: logs come from a server of their own, and one that is out of reach must
   * not keep everything else from being seen. Only a limit that is reached fails the look.
   */
  async #orWithout<T>(nothing: T, read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      const { code, family, message } = failureOf(error);
      if (family === 'tracker_rate_limited') throw error;
      if (code !== 'unavailable' && code !== 'timeout') return nothing;
      this.#ground.warn(message);
      return null;
    }
  }
}
