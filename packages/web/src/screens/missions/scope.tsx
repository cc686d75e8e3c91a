import { plainLine } from '../../ui/plain-text.ts';

const MOST = 6;

/** The paths somebody works in. */
export function Scope({ scope }: { readonly scope: readonly string[] }) {
  if (scope.length === 0) return null;
  return (
    <ul aria-label="Scope" className="flex flex-wrap gap-1 font-mono text-xs text-ink-soft">
      {scope.slice(0, MOST).map((path) => (
        <li key={path} className="max-w-full truncate rounded-sm border border-line px-1" title={path}>
          {plainLine(path, 120)}
        </li>
      ))}
      {scope.length > MOST && <li title={scope.slice(MOST).join(', ')}>+{scope.length - MOST}</li>}
    </ul>
  );
}
