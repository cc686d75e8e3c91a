import type { SettingRow } from '@symphony/domain';
import { useState } from 'react';
import { TextInput } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { findRows } from './values.ts';

/** What each value is, and where it comes from. */
export function ValuesTab({ rows }: { readonly rows: readonly SettingRow[] }) {
  const [words, setWords] = useState('');
  const [own, setOwn] = useState(false);
  const found = findRows(rows, words, own);
  return (
    <Panel className="flex h-full min-h-64 flex-col overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <TextInput
          type="search"
          aria-label="Filter the values"
          placeholder="Filter by name, value or source"
          className="!w-72"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <label className="flex items-center gap-1.5 text-sm text-ink-soft">
          <input
            type="checkbox"
            className="accent-accent"
            checked={own}
            onChange={(event) => setOwn(event.target.checked)}
          />
          Only what is not the default
        </label>
        <span className="ml-auto text-sm text-ink-faint tabular-nums">
          {found.length} of {rows.length}
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Values and where they come from</caption>
          <thead className="sticky top-0 bg-panel text-left text-ink-soft">
            <tr>
              {['Name', 'Value', 'From'].map((head) => (
                <th key={head} scope="col" className="px-4 py-1.5 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.map((row) => (
              <tr key={row.path} className="border-t border-line align-top">
                <th scope="row" className="px-4 py-1 text-left font-mono font-normal">
                  {plainLine(row.path, 200)}
                </th>
                <td className="px-4 py-1 font-mono [overflow-wrap:anywhere]">
                  {plainLine(row.value, 1_000)}
                </td>
                <td className="px-4 py-1 whitespace-nowrap text-ink-soft">{plainLine(row.source, 200)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {found.length === 0 && <p className="px-4 py-6 text-center text-ink-soft">No value is like that.</p>}
      </div>
    </Panel>
  );
}
