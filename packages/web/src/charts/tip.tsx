import type { ReactNode } from 'react';

interface TipProps {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly value: ReactNode }[];
}

/** What the pointer rests on, in numbers. */
export const Tip = ({ title, rows }: TipProps) => (
  <div className="rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-lg">
    <p className="mb-1 font-medium">{title}</p>
    <dl className="grid grid-cols-[auto_auto] gap-x-4">
      {rows.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
);
