import { type Json, PortError, sameState } from '@symphony/domain';
import type { GitHub } from '../../github/index.ts';
import { absent } from './absent.ts';
import { priorityOfField } from './priority.ts';
import { ADD_ITEM, SET_FIELD, SHAPE } from './project-documents.ts';
import type { GitHubTrackerSettings, ProjectScope } from './settings.ts';

interface Field {
  readonly id?: string;
  readonly name?: string;
  readonly dataType?: string;
  readonly options?: readonly { readonly id: string; readonly name: string }[];
}

interface Shape {
  readonly id: string;
  readonly fields: readonly Field[];
}

interface ShapeAnswer {
  readonly repositoryOwner: {
    readonly projectV2: { readonly id: string; readonly fields: { readonly nodes: readonly Field[] } } | null;
  } | null;
}

/** The project's fields and their options, and how values are written into them. */
export class ProjectShape {
  readonly #github: GitHub;
  readonly #scope: ProjectScope;
  readonly #settings: GitHubTrackerSettings;
  #known: Shape | null = null;

  constructor(github: GitHub, scope: ProjectScope, settings: GitHubTrackerSettings) {
    this.#github = github;
    this.#scope = scope;
    this.#settings = settings;
  }

  async read(): Promise<Shape> {
    const { owner, number } = this.#scope;
    const answer = await this.#github.graphql<ShapeAnswer>(SHAPE, { owner, project: number });
    const project = answer.repositoryOwner?.projectV2;
    if (!project) throw absent(`project ${owner}/${number}`);
    this.#known = { id: project.id, fields: project.fields.nodes.filter(({ id }) => id !== undefined) };
    return this.#known;
  }

  /** The options of the status field: the states there are. */
  async states(): Promise<readonly string[]> {
    const { fields } = await this.read();
    const status = fields.find(({ name }) => sameState(name ?? '', this.#scope.statusField));
    return status?.options?.map(({ name }) => name) ?? [];
  }

  async put(item: string, name: string, value: Json): Promise<void> {
    // People change the options of a field: what is not known is looked for once more.
    const shape = this.#known && this.#valueFor(this.#known, name, value) ? this.#known : await this.read();
    const found = this.#valueFor(shape, name, value);
    if (!found) throw this.#unknown(shape, name, value);
    await this.#github.graphql(SET_FIELD, { project: shape.id, item, ...found });
  }

  async addIssue(nodeId: string): Promise<string> {
    const { id } = this.#known ?? (await this.read());
    const { addProjectV2ItemById } = await this.#github.graphql<{
      readonly addProjectV2ItemById: { readonly item: { readonly id: string } };
    }>(ADD_ITEM, { project: id, content: nodeId });
    return addProjectV2ItemById.item.id;
  }

  #valueFor({ fields }: Shape, name: string, value: Json): { field: string; value: object } | null {
    const field = fields.find((each) => sameState(each.name ?? '', name));
    if (!field?.id) return null;
    if (field.options) {
      const wanted = (option: string) =>
        typeof value === 'number'
          ? priorityOfField(option, this.#settings) === value
          : sameState(option, String(value));
      const option = field.options.find((each) => wanted(each.name));
      return option ? { field: field.id, value: { singleSelectOptionId: option.id } } : null;
    }
    if (field.dataType === 'NUMBER') return { field: field.id, value: { number: Number(value) } };
    return field.dataType === 'DATE'
      ? { field: field.id, value: { date: String(value) } }
      : { field: field.id, value: { text: String(value) } };
  }

  #unknown({ fields }: Shape, name: string, value: Json): PortError {
    const field = fields.find((each) => sameState(each.name ?? '', name));
    const options = field?.options?.map((each) => each.name).join(', ');
    return new PortError({
      code: 'invalid',
      family: 'invalid_tracker_config',
      message: field
        ? `The project's ${name} has no "${String(value)}"; there are ${options ?? 'none'}.`
        : `The project has no field ${name}.`,
      nextStep: field ? 'Add it to the project, or name one of them.' : 'Add it to the project.',
    });
  }
}
