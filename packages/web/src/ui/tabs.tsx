import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Tab {
  readonly key: string;
  readonly label: ReactNode;
  /** Made when it is looked at. */
  content(): ReactNode;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly current: string;
  onChange(key: string): void;
  readonly label: string;
}

/** One of several views of the same thing; arrow keys move between them. */
export function Tabs({ tabs, current, onChange, label }: TabsProps) {
  return (
    <Radix.Root value={current} onValueChange={onChange} className="flex min-h-0 flex-1 flex-col">
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.key}
            value={tab.key}
            className="flex h-9 items-center focus-visible:-outline-offset-2 gap-1.5 border-b-2 border-transparent px-3 whitespace-nowrap text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.key} value={tab.key} className="min-h-0 flex-1 outline-none">
          {tab.key === current && tab.content()}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
