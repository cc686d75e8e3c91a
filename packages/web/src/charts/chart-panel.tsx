import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { Loading } from '../ui/states.tsx';

interface ChartPanelProps {
  readonly title: string;
  /** What is counted, and in what. */
  readonly note: string;
  readonly legend?: ReactNode;
  /** The same numbers: only read aloud while the chart is seen. */
  table(unseen: boolean): ReactNode;
  readonly children: ReactNode;
}

/** A chart that can be looked at as a table. */
export function ChartPanel({ title, note, legend, table, children }: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? ChartColumn : Table2;
  return (
    <Panel
      title={title}
      className="min-w-0"
      actions={
        <IconButton
          size="sm"
          label={`${title} as a ${asTable ? 'chart' : 'table'}`}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon className="size-4" aria-hidden />
        </IconButton>
      }
    >
      <div className="space-y-2 px-4 py-3">
        <p className="text-xs text-ink-faint">{note}</p>
        {!asTable && (
          <div aria-hidden>
            <Suspense fallback={<Loading />}>{children}</Suspense>
          </div>
        )}
        {!asTable && legend}
        {table(!asTable)}
      </div>
    </Panel>
  );
}
