import { type ItemView, normaliseLabels } from '@symphony/domain';
import type { PageCommand } from '../../live/use-command.ts';

/** What stands in the fields of the edit dialog. */
export interface ItemForm {
  readonly title: string;
  readonly description: string;
  /** Separated by commas. */
  readonly labels: string;
  /** A whole number, or empty. */
  readonly priority: string;
  /** Empty: left as it is. */
  readonly player: string;
}

export const formOf = (item: ItemView, description: string | null): ItemForm => ({
  title: item.title,
  description: description ?? '',
  labels: item.labels.join(', '),
  priority: item.priority === null ? '' : String(item.priority),
  player: '',
});

type Edit = Extract<PageCommand, { readonly name: 'edit' }>;

/** The command that brings about what differs; null when nothing does. */
export function editOf(id: string, before: ItemForm, after: ItemForm): Edit | null {
  const edit: Edit = {
    name: 'edit',
    id,
    ...(after.title.trim() !== before.title.trim() && { title: after.title.trim() }),
    ...(after.description !== before.description && { description: after.description }),
    ...(labelsOf(after).join() !== labelsOf(before).join() && { labels: labelsOf(after) }),
    ...(after.priority !== before.priority && { priority: priorityOf(after) }),
    ...(after.player !== before.player && { player: after.player }),
  };
  return Object.keys(edit).length > 2 ? edit : null;
}

const labelsOf = ({ labels }: ItemForm): readonly string[] => normaliseLabels(labels.split(','));

const priorityOf = ({ priority }: ItemForm): number | null => (priority === '' ? null : Number(priority));

/** What is wrong with it, by field; nothing when it can be sent. */
export function problemsOf(form: ItemForm): Partial<Record<keyof ItemForm, string>> {
  return {
    ...(form.title.trim() === '' && { title: 'It needs a title.' }),
    ...(!/^-?\d*$/.test(form.priority) && { priority: 'A whole number, or nothing.' }),
  };
}
