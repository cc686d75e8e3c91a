import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  onSelect(): void;
}

/** What else can be done, behind one button (`children`). */
export function Menu({
  entries,
  children,
}: {
  readonly entries: readonly MenuEntry[];
  readonly children: ReactNode;
}) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 min-w-44 rounded-md border border-line bg-raised p-1 shadow-lg"
        >
          {entries.map(({ label, icon, danger, disabled, onSelect }) => (
            <DropdownMenu.Item
              key={label}
              disabled={disabled ?? false}
              onSelect={onSelect}
              className={classes(
                'flex h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-base outline-none data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50 data-[highlighted]:bg-sunken',
                danger && 'text-bad',
              )}
            >
              {icon}
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
