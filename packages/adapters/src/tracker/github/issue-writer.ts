import { PortError, type WorkChanges } from '@symphony/domain';
import type { GitHub } from '../../github/index.ts';
import { type IssueName, type RepositoryName, readId } from './identity.ts';
import { isPriorityLabel, labelFor } from './priority.ts';
import { type IssueRecord, labelsOf } from './record.ts';
import type { GitHubTrackerSettings } from './settings.ts';
import { isStateLabel, moveFor } from './states.ts';

const target = ({ owner, repo, number }: IssueName) => ({ owner, repo, issue_number: number });

/** Everything that is written to issues. Labels are added and taken one by one: a person's are never lost. */
export class IssueWriter {
  readonly #github: GitHub;
  readonly #settings: GitHubTrackerSettings;

  constructor(github: GitHub, settings: GitHubTrackerSettings) {
    this.#github = github;
    this.#settings = settings;
  }

  async move(name: IssueName, record: IssueRecord, state: string): Promise<void> {
    const move = moveFor(record, state, this.#settings);
    const { issues } = this.#github.rest;
    if (move.addLabel !== null) await issues.addLabels({ ...target(name), labels: [move.addLabel] });
    for (const label of move.dropLabels) await this.#dropLabel(name, label);
    if (move.state !== null)
      await issues.update({
        ...target(name),
        state: move.state,
        ...(move.state === 'closed' ? { state_reason: 'completed' } : {}),
      });
  }

  /** Makes an issue with all that plain issues can say. */
  async add(
    repository: RepositoryName,
    work: WorkChanges & { readonly title: string },
  ): Promise<IssueRecord> {
    const priority = work.priority == null ? [] : [labelFor(work.priority, this.#settings)];
    const { data } = await this.#github.rest.issues.create({
      ...repository,
      title: work.title,
      ...(work.description == null ? {} : { body: work.description }),
      labels: [...(work.labels ?? []), ...priority, ...this.#settings.labels],
    });
    return data as IssueRecord;
  }

  /** Changes title, description and labels; what is left out stays. */
  async edit(name: IssueName, record: IssueRecord, changes: WorkChanges): Promise<void> {
    const { title, description, labels, priority } = changes;
    if (title !== undefined || description !== undefined)
      await this.#github.rest.issues.update({
        ...target(name),
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { body: description ?? '' }),
      });
    if (labels === undefined && priority === undefined) return;
    const held = labelsOf(record);
    const isPriority = (label: string) => isPriorityLabel(label, this.#settings);
    const wanted = [
      ...(labels ?? held.filter((each) => !isPriority(each))),
      ...(priority === undefined
        ? held.filter(isPriority)
        : priority === null
          ? []
          : [labelFor(priority, this.#settings)]),
      ...held.filter((each) => isStateLabel(each, this.#settings) || this.#settings.labels.includes(each)),
    ];
    const has = (list: readonly string[], label: string) =>
      list.some((each) => each.toLowerCase() === label.toLowerCase());
    const more = wanted.filter((each) => !has(held, each));
    if (more.length > 0) await this.#github.rest.issues.addLabels({ ...target(name), labels: more });
    for (const label of held.filter((each) => !has(wanted, each))) await this.#dropLabel(name, label);
  }

  /** Ids or identifiers, which all must be issues GitHub shows. */
  async block(name: IssueName, now: readonly IssueRecord[], blockedBy: readonly string[]): Promise<void> {
    const wanted = await Promise.all(blockedBy.map((each) => this.#find(each, name)));
    const { issues } = this.#github.rest;
    for (const { id = 0 } of wanted.filter((each) => !now.some(({ id: there }) => there === each.id)))
      await issues.addBlockedByDependency({ ...target(name), issue_id: id });
    for (const { id = 0 } of now.filter((each) => !wanted.some(({ id: kept }) => kept === each.id)))
      await issues.removeDependencyBlockedBy({ ...target(name), issue_id: id });
  }

  async #find(text: string, near: RepositoryName): Promise<IssueRecord> {
    const [, number] = /^(?:GH-|#)?(\d+)$/i.exec(text) ?? [];
    const name = number ? { ...near, number: Number(number) } : readId(text);
    if (!name)
      throw new PortError({
        code: 'invalid',
        message: `"${text}" is not an issue: write GH-12 or owner/repo#12.`,
      });
    const { data } = await this.#github.rest.issues.get(target(name));
    return data as IssueRecord;
  }

  async #dropLabel(name: IssueName, label: string): Promise<void> {
    try {
      await this.#github.rest.issues.removeLabel({ ...target(name), name: label });
    } catch (error) {
      // Somebody took it away meanwhile: that is what was wanted.
      if (!(error instanceof PortError) || error.failure.code !== 'missing') throw error;
    }
  }
}
