import { type FailedCheck, failureOf, type ProposalStanding } from '@symphony/domain';
import { type HostGround, isHostAway } from './settings.ts';
import { type CheckRun, type PullSight, tail } from './standing.ts';

/** Explained once: a finished check does not change. */
const KEPT = 200;
const MOST = 10;

/** The part of a failed check that says what went wrong: its annotations, and the end of its job's log. */
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
      const run = explained.length < MOST ? runOf(pull, check.name) : null;
      const more = run?.databaseId ? await this.#more(run.databaseId, run) : '';
      explained.push(more === '' ? check : { ...check, excerpt: tail(`${check.excerpt}\n\n${more}`) });
    }
    return explained;
  }

  async #more(id: number, run: CheckRun): Promise<string> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const more = [await this.#annotations(id), await this.#log(run)].filter(Boolean).join('\n\n');
    if (this.#known.size >= KEPT) this.#known.delete(this.#known.keys().next().value ?? 0);
    this.#known.set(id, more);
    return more;
  }

  #annotations(id: number): Promise<string> {
    const { github, slug } = this.#ground;
    return orNothing(async () => {
      const asked = { ...slug, check_run_id: id, per_page: 20 };
      const { data } = await github.rest.checks.listAnnotations(asked);
      return data
        .map(({ path, start_line, message }) => `${path}:${start_line}: ${message ?? ''}`)
        .join('\n');
    });
  }

  /** GitHub's own jobs keep a log; other checks only have a page. */
  #log({ detailsUrl }: CheckRun): Promise<string> {
    const job = Number(/\/actions\/runs\/\d+\/job\/(\d+)/.exec(detailsUrl ?? '')?.[1]);
    if (!Number.isSafeInteger(job)) return Promise.resolve('');
    const { github, slug } = this.#ground;
    return orNothing(async () => {
      const { data } = await github.rest.actions.downloadJobLogsForWorkflowRun({ ...slug, job_id: job });
      return typeof data === 'string' ? relevant(data) : '';
    });
  }
}

const runOf = ({ commits }: PullSight, name: string): CheckRun | null =>
  commits.nodes
    .flatMap(({ commit }) => commit.statusCheckRollup?.contexts.nodes ?? [])
    .find((each): each is CheckRun => each.__typename === 'CheckRun' && each.name === name) ?? null;

/** Up to the last error; what follows it is tidying up. Times and colours are taken out. */
function relevant(log: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are made of one.
  const lines = log.replaceAll(/\u001b\[[0-9;]*m/g, '').split(/\r?\n/);
  const plain = lines.map((line) => line.replace(/^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z /, ''));
  const last = plain.findLastIndex((line) => line.includes('##[error]'));
  return tail((last < 0 ? plain : plain.slice(0, last + 1)).slice(-80).join('\n').trim());
}

/** A log that is gone or not for us leaves the check as it is; a host that is away fails the look. */
async function orNothing(read: () => Promise<string>): Promise<string> {
  try {
    return await read();
  } catch (error) {
    if (isHostAway(failureOf(error))) throw error;
    return '';
  }
}
