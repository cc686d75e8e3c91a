import type { Json, Values } from '@symphony/domain';
import { plainText } from '../../../ui/plain-text.ts';

/** More of a value than this is in the log. */
const MOST = 20_000;

/** Values by name, as text; those that say nothing are left out. */
export function ValueList({ title, values }: { readonly title: string; readonly values: Values }) {
  const entries = Object.entries(values).filter(([, value]) => value !== '' && value !== null);
  if (entries.length === 0) return null;
  return (
    <section aria-label={title} className="space-y-2 border-t border-line pt-3">
      <h3 className="font-semibold">{title}</h3>
      <dl className="space-y-2">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt className="font-mono text-sm text-ink-soft">{name}</dt>
            <dd>
              <pre className="max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono text-sm break-words whitespace-pre-wrap">
                {plainText(asText(value).slice(0, MOST))}
              </pre>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
