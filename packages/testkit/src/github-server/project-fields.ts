import { connect, type GraphCall, type GraphFields, notFound, unprocessableGraph } from './graph.ts';
import { typed } from './issue-fields.ts';
import { instant, type StoredField, type StoredProject, type StoredProjectItem } from './world.ts';

/** Projects (the second kind) in GraphQL, with the one mutation that sets a field. */

type Page = { readonly first?: number; readonly after?: string | null };
interface Owner {
  readonly login: string;
  readonly kind: StoredProject['ownerKind'];
}

const everyItem = ({ world }: GraphCall): StoredProjectItem[] => world.projects.flatMap((each) => each.items);
const itemOf = (call: GraphCall, id: string): StoredProjectItem | null =>
  everyItem(call).find((each) => each.nodeId === id) ?? null;

const owner =
  (kind: Owner['kind']) =>
  (_: unknown, { login }: { login: string }, { world }: GraphCall): Owner => {
    const found = world.projects.some((each) => each.ownerKind === kind && each.owner === login);
    if (!found)
      throw notFound(`Could not resolve to a${kind === 'user' ? ' User' : 'n Organization'} '${login}'.`);
    return { login, kind };
  };

const projectOf = ({ login, kind }: Owner, { number }: { number: number }, { world }: GraphCall) => {
  const found = world.projects.find(
    (each) => each.owner === login && each.ownerKind === kind && each.number === number,
  );
  if (!found) throw notFound(`Could not resolve to a ProjectV2 with the number ${number}.`);
  return found;
};

const FIELD_TYPES = {
  'single-select': 'ProjectV2SingleSelectField',
  text: 'ProjectV2Field',
  number: 'ProjectV2Field',
};
const fieldShape = (field: StoredField) => ({
  __typename: FIELD_TYPES[field.type],
  id: field.nodeId,
  name: field.name,
  options: field.options,
  dataType: { 'single-select': 'SINGLE_SELECT', text: 'TEXT', number: 'NUMBER' }[field.type],
});

function valueShape({ project, values }: StoredProjectItem, name: string): object | null {
  const field = project.fields.find((each) => each.name.toLowerCase() === name.toLowerCase());
  const value = field && values.get(field.name);
  if (!field || value === undefined) return null;
  if (field.type === 'single-select')
    return { __typename: 'ProjectV2ItemFieldSingleSelectValue', name: value, field: fieldShape(field) };
  return field.type === 'text'
    ? { __typename: 'ProjectV2ItemFieldTextValue', text: value, field: fieldShape(field) }
    : { __typename: 'ProjectV2ItemFieldNumberValue', number: value, field: fieldShape(field) };
}

const node = (call: GraphCall, id: string): object | null => {
  const item = itemOf(call, id);
  if (item) return { ...item, __typename: 'ProjectV2Item' };
  const issue = call.world.issueByNode(id);
  return issue ? typed(issue) : null;
};

interface SetField {
  readonly input: {
    readonly projectId: string;
    readonly itemId: string;
    readonly fieldId: string;
    readonly value: { singleSelectOptionId?: string; text?: string; number?: number };
  };
}

function setField(_: unknown, { input }: SetField, call: GraphCall): object {
  const item = itemOf(call, input.itemId);
  const field = item?.project.fields.find((each) => each.nodeId === input.fieldId);
  if (!item || !field || item.project.nodeId !== input.projectId)
    throw notFound(`Could not resolve to a node with the global id of '${input.itemId}'.`);
  const { singleSelectOptionId, text, number } = input.value;
  const option = field.options.find(({ id }) => id === singleSelectOptionId);
  const value = field.type === 'single-select' ? option?.name : (text ?? number);
  if (value === undefined)
    throw unprocessableGraph('The single select option Id does not belong to the field');
  item.values.set(field.name, value);
  call.world.touch(item);
  return { projectV2Item: item };
}

export const PROJECT_FIELDS: GraphFields = {
  Query: {
    organization: owner('organization'),
    user: owner('user'),
    node: (_source, { id }: { id: string }, call) => {
      const found = node(call, id);
      if (!found) throw notFound(`Could not resolve to a node with the global id of '${id}'.`);
      return found;
    },
    nodes: (_source, { ids }: { ids: string[] }, call) =>
      ids.map(
        (id) => node(call, id) ?? notFound(`Could not resolve to a node with the global id of '${id}'.`),
      ),
  },
  Organization: { projectV2: projectOf },
  User: { projectV2: projectOf },
  ProjectV2: {
    id: ({ nodeId }: StoredProject) => nodeId,
    items: ({ items }: StoredProject, page: Page, call) =>
      connect(
        items.filter((each) => !each.archived),
        (each) => each.nodeId,
        page,
        call,
      ),
    field: ({ fields }: StoredProject, { name }: { name: string }) => {
      const found = fields.find((each) => each.name.toLowerCase() === name.toLowerCase());
      return found ? fieldShape(found) : null;
    },
    fields: ({ fields }: StoredProject, page: Page, call) =>
      connect(fields.map(fieldShape), (each) => each.id, page, call),
  },
  ProjectV2Item: {
    id: ({ nodeId }: StoredProjectItem) => nodeId,
    isArchived: ({ archived }: StoredProjectItem) => archived,
    createdAt: ({ createdAt }: StoredProjectItem) => instant(createdAt),
    updatedAt: ({ updatedAt }: StoredProjectItem) => instant(updatedAt),
    content: ({ issue, draft, nodeId }: StoredProjectItem) =>
      issue ? typed(issue) : { __typename: 'DraftIssue', id: `D${nodeId}`, ...draft },
    fieldValueByName: (item: StoredProjectItem, { name }: { name: string }) => valueShape(item, name),
    type: ({ issue }: StoredProjectItem) =>
      issue === null ? 'DRAFT_ISSUE' : issue.pullRequest ? 'PULL_REQUEST' : 'ISSUE',
  },
  Mutation: {
    updateProjectV2ItemFieldValue: setField,
    addProjectV2ItemById: (
      _source,
      { input }: { input: { projectId: string; contentId: string } },
      { world },
    ) => {
      const project = world.projects.find((each) => each.nodeId === input.projectId);
      const issue = world.issueByNode(input.contentId);
      if (!project || !issue) throw notFound('Could not resolve to a node.');
      const there = project.items.find((each) => each.issue === issue);
      return { item: there ?? world.addProjectItem(project, issue) };
    },
  },
};
