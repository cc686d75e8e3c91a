import { OUTCOMES } from './outcomes.ts';

/** What the parts of a bar mean. */
export const Legend = () => (
  <ul
    aria-label="What the parts of a bar mean"
    className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft"
  >
    {OUTCOMES.map(({ key, name, fill }) => (
      <li key={key} className="flex items-center gap-1.5">
        <svg className="size-2.5" aria-hidden="true">
          <rect width="10" height="10" rx="2" fill={fill} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
);
