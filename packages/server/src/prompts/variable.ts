import type { Blocker, Json, PromptRequest, TrackedItem } from '@symphony/domain';

/**
 * What a template may speak of. Names and shapes follow the public service specification (svc-D1),
 * so that a prompt written for it renders here; `item` and `issue` are the same thing.
 */
export interface PromptVariables {
  readonly item: ItemVariables;
  readonly issue: ItemVariables;
  /** Null on the first attempt, then 2, 3, … */
  readonly attempt: number | null;
  readonly kind: string;
  readonly report: string | null;
  readonly target: string;
}

export interface ItemVariables {
  readonly id: string;
  readonly native_ref: Json;
  readonly identifier: string;
  readonly title: string;
  readonly description: string | null;
  readonly priority: number | null;
  readonly state: string;
  readonly branch_name: string | null;
  readonly url: string | null;
  readonly assignee_id: string | null;
  readonly labels: readonly string[];
  readonly blocked_by: readonly Blocker[];
  readonly dispatchable: boolean;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly repository: string | null;
  readonly fields: Readonly<Record<string, Json>>;
}

export function variablesOf(request: PromptRequest, target: string): PromptVariables {
  const item = itemVariables(request.item);
  return {
    item,
    issue: item,
    attempt: request.attempt <= 1 && request.kind !== 'retry' ? null : request.attempt,
    kind: request.kind,
    report: request.report,
    target,
  };
}

const itemVariables = (item: TrackedItem): ItemVariables => ({
  id: item.id,
  native_ref: item.nativeRef,
  identifier: item.identifier,
  title: item.title,
  description: item.description,
  priority: item.priority,
  state: item.state,
  branch_name: item.branchName,
  url: item.url,
  assignee_id: item.assignee,
  labels: item.labels,
  blocked_by: item.blockedBy,
  dispatchable: item.dispatchable,
  created_at: isoDate(item.createdAt),
  updated_at: isoDate(item.updatedAt),
  repository: item.repository,
  fields: item.fields,
});

const isoDate = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** An item with something in every place, to try templates on. */
export const SAMPLE_ITEM: TrackedItem = {
  id: 'sample-1',
  identifier: 'SAMPLE-1',
  title: 'Greet the caller by name',
  description: 'The greeting says "hello" to everybody.',
  state: 'Todo',
  priority: 2,
  labels: ['sample'],
  blockedBy: [{ id: 'sample-0', identifier: 'SAMPLE-0', state: 'Done' }],
  dispatchable: true,
  assignee: 'somebody',
  url: 'https://example.com/SAMPLE-1',
  repository: 'example/sample',
  branchName: 'sample-1',
  createdAt: Date.UTC(2025, 0, 1),
  updatedAt: Date.UTC(2025, 0, 2),
  fields: {},
  nativeRef: null,
};

/** The names a template may use at the top, and below `item`. */
export const VARIABLE_NAMES: readonly string[] = ['item', 'issue', 'attempt', 'kind', 'report', 'target'];
export const ITEM_NAMES: readonly string[] = Object.keys(itemVariables(SAMPLE_ITEM));
