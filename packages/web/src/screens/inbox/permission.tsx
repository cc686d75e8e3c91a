import type { PermissionRequest } from '@symphony/domain';
import { plainLine, plainText } from '../../ui/plain-text.ts';

const MOST = 20_000;
const MOST_PATHS = 50;

/** What an agent wants to do, all of it: a person answers for what they allow. */
export function Permission({ request }: { readonly request: PermissionRequest }) {
  const { tool, summary, command, paths } = request;
  const told = command ?? paths.join(', ');
  return (
    <div className="space-y-2">
      <p>
        It wants to use <span className="font-mono font-semibold">{plainLine(tool, 80)}</span>
        {summary !== '' && summary !== told && summary !== tool && <>: {plainLine(summary, 400)}</>}
      </p>
      {command !== null && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          className="max-h-60 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap"
        >
          {plainText(command.slice(0, MOST))}
          {command.length > MOST && `\n… ${command.length - MOST} characters more: open the item`}
        </pre>
      )}
      {paths.length > 0 && (
        <ul aria-label="Files it would write" className="max-h-40 overflow-auto font-mono text-sm">
          {[...new Set(paths)].slice(0, MOST_PATHS).map((path) => (
            <li key={path} className="break-all">
              {plainLine(path, 500)}
            </li>
          ))}
          {paths.length > MOST_PATHS && <li>and {paths.length - MOST_PATHS} more</li>}
        </ul>
      )}
    </div>
  );
}
