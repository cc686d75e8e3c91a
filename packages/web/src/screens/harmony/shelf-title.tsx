import type { ReactNode } from 'react';
import { BackTitle } from '../../ui/back-title.tsx';
import { SHELF } from './paths.ts';

/** The title of what was opened from the shelf. */
export const ShelfTitle = ({ children }: { readonly children: ReactNode }) => (
  <BackTitle href={SHELF} label="Back to the shelf">
    {children}
  </BackTitle>
);
