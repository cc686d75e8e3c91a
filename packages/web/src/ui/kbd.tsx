import type { ReactNode } from 'react';

export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-ink-soft">
      {children}
    </kbd>
  );
}
