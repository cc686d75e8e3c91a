import { Link } from 'wouter';
import { workPath } from '../../app/work-path.ts';
import { findItem } from '../../live/board-atoms.ts';
import { plainLine } from '../../ui/plain-text.ts';

/** An item by the name people know it by; its title for the pointer. */
export function ItemLink({ name }: { readonly name: string }) {
  const item = findItem(name);
  const shown = item?.identifier ?? name;
  return (
    <Link
      href={workPath(shown)}
      title={plainLine(item?.title ?? '', 200)}
      className="font-mono text-accent hover:underline"
    >
      {plainLine(shown, 60)}
    </Link>
  );
}

const MOST = 12;

/** Several, separated by blanks; of very many the first. */
export function ItemLinks({ names }: { readonly names: readonly string[] }) {
  return (
    <span className="inline-flex min-w-0 flex-wrap gap-x-2">
      {names.slice(0, MOST).map((name) => (
        <ItemLink key={name} name={name} />
      ))}
      {names.length > MOST && <span className="text-ink-faint">and {names.length - MOST} more</span>}
    </span>
  );
}
