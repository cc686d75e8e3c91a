import { DropdownMenu, Slot } from 'radix-ui';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { classes } from './class-names.ts';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  onSelect(): void;
}

interface MenuProps {
  readonly entries: readonly MenuEntry[];
  /** The button it opens from. */
  readonly children: ReactNode;
}

const OPENING_KEYS: ReadonlySet<string> = new Set(['Enter', ' ', 'ArrowDown']);

/**
 * What else can be done, behind one button. It is made when it is opened for the first time: a board has
 * fifty, and they would take longer to draw than the cards they belong to.
 */
export function Menu({ entries, children }: MenuProps) {
  const [opened, setOpened] = useState<'by pointer' | 'by key' | null>(null);
  if (opened) return <MadeMenu entries={entries} trigger={children} byKey={opened === 'by key'} />;
  const press = (event: PointerEvent): void => {
    if (event.button !== 0 || event.ctrlKey) return;
    event.preventDefault(); // the button would take the focus from the menu
    setOpened('by pointer');
  };
  const type = (event: KeyboardEvent): void => {
    if (!OPENING_KEYS.has(event.key)) return;
    event.preventDefault();
    setOpened('by key');
  };
  return (
    <Slot.Root aria-haspopup="menu" aria-expanded={false} onPointerDown={press} onKeyDown={type}>
      {children}
    </Slot.Root>
  );
}

interface MadeMenuProps {
  readonly entries: readonly MenuEntry[];
  readonly trigger: ReactNode;
  /** Opened for the first time by a key, which it was not there to hear: its first entry has the focus. */
  readonly byKey: boolean;
}

function MadeMenu({ entries, trigger, byKey }: MadeMenuProps) {
  const [focusFirst, setFocusFirst] = useState(byKey);
  return (
    <DropdownMenu.Root defaultOpen onOpenChange={() => setFocusFirst(false)}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={focusFirst ? focusFirstEntry : null}
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

const focusFirstEntry = (content: HTMLElement | null): void =>
  content?.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus();
