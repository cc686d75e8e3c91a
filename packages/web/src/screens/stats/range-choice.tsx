import { useEffect, useId, useState } from 'react';
import { classes } from '../../ui/class-names.ts';
import { TextInput } from '../../ui/field.tsx';
import { dayOf, ownRange, RANGES, type Range } from './range.ts';

interface RangeChoiceProps {
  readonly range: Range;
  onChange(range: Range): void;
}

export function RangeChoice({ range, onChange }: RangeChoiceProps) {
  const group = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <fieldset className="flex rounded-md border border-line bg-panel p-0.5">
        <legend className="sr-only">Time looked at</legend>
        {RANGES.map(({ key, name }) => {
          const chosen = range.kind === 'last' && range.key === key;
          return (
            <label
              key={key}
              className={classes(
                'cursor-pointer rounded-sm px-2.5 py-0.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent',
                chosen ? 'bg-accent-soft font-medium text-accent' : 'text-ink-soft hover:text-ink',
              )}
            >
              <input
                type="radio"
                name={group}
                className="sr-only"
                checked={chosen}
                onChange={() => onChange({ kind: 'last', key })}
              />
              {name}
            </label>
          );
        })}
      </fieldset>
      <OwnRange range={range} onChange={onChange} />
    </div>
  );
}

/** From one day to another. While only one is given the other is today. */
function OwnRange({ range, onChange }: RangeChoiceProps) {
  const [days, setDays] = useState(daysOf(range));
  useEffect(() => setDays(daysOf(range)), [range]);
  const choose = (name: 'from' | 'to', day: string): void => {
    const next = { ...days, [name]: day };
    setDays(next);
    const own = ownRange(next.from, next.to, dayOf(Date.now()));
    if (own) onChange(own);
  };
  return (
    <div className="flex items-center gap-1.5 text-sm text-ink-soft">
      <TextInput
        type="date"
        aria-label="From day"
        className="!w-36"
        value={days.from}
        onChange={(event) => choose('from', event.target.value)}
      />
      –
      <TextInput
        type="date"
        aria-label="To day"
        className="!w-36"
        value={days.to}
        onChange={(event) => choose('to', event.target.value)}
      />
    </div>
  );
}

const daysOf = (range: Range): { readonly from: string; readonly to: string } =>
  range.kind === 'own' ? { from: range.from, to: range.to } : { from: '', to: '' };
