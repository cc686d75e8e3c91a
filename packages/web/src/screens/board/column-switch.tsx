import type { Group } from '@symphony/protocol/words';
import { ToggleGroup } from 'radix-ui';
import { type Columns, GROUPS } from '../../live/board-model.ts';
import { COLUMN_WORDS } from './columns.ts';

interface ColumnSwitchProps {
  readonly columns: Columns;
  readonly current: Group;
  onChange(group: Group): void;
}

/** On a narrow screen one column is seen at a time: this chooses it. */
export function ColumnSwitch({ columns, current, onChange }: ColumnSwitchProps) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="Column"
      value={current}
      onValueChange={(value) => value !== '' && onChange(value as Group)}
      className="mb-3 flex rounded-md border border-line bg-panel p-0.5 md:hidden"
    >
      {GROUPS.map((group) => (
        <ToggleGroup.Item
          key={group}
          value={group}
          className="flex h-11 min-w-0 flex-1 flex-col items-center justify-center rounded-sm text-xs text-ink-soft data-[state=on]:bg-accent-soft data-[state=on]:font-medium data-[state=on]:text-accent"
        >
          <span className="max-w-full truncate">{COLUMN_WORDS[group].title}</span>
          <span className="tabular-nums">{columns[group].length}</span>
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
