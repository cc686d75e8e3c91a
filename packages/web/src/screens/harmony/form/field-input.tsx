import { useEffect, useId, useRef, useState } from 'react';
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx';
import type { FieldSpec } from './field-spec.ts';
import { complaintOf, readText, textOf } from './field-text.ts';

interface FieldInputProps {
  readonly spec: FieldSpec;
  readonly value: unknown;
  /** What others found wrong with it: the checks of the melody. */
  readonly complaint?: string | null;
  onChange(value: unknown): void;
}

/** One field of a form that is made from a table. What cannot be read is told and not taken over. */
export function FieldInput(props: FieldInputProps) {
  const { spec, value, complaint, onChange } = props;
  if (spec.kind === 'flag') return <Flag {...props} />;
  if (spec.kind !== 'choice') return <Written {...props} />;
  return (
    <Field {...told(spec, complaint ?? complaintOf(spec, value))}>
      {(id) => (
        <Select
          id={id}
          value={typeof value === 'string' ? value : ''}
          required={spec.required === true}
          onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        >
          {!spec.required && <option value="" />}
          {spec.choices?.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}

const told = ({ label, required, hint }: FieldSpec, error: string | null) => ({
  label: required ? `${label} *` : label,
  // A field's hint is plain text; what stands between backticks reads well without them.
  ...(hint !== undefined && { hint: hint.replaceAll('`', '') }),
  error: error?.replaceAll('`', '') ?? null,
});

function Flag({ spec, value, onChange }: FieldInputProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex items-center gap-2">
        <input
          id={id}
          type="checkbox"
          className="size-4 accent-accent"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
        {spec.label}
      </label>
      {spec.hint && <p className="ml-6 text-sm text-ink-faint">{spec.hint.replaceAll('`', '')}</p>}
    </div>
  );
}

function Written({ spec, value, complaint, onChange }: FieldInputProps) {
  const shown = textOf(spec, value);
  const [text, setText] = useState(shown);
  const [unread, setUnread] = useState<string | null>(null);
  // What is typed stays as it is typed; only when the value changes elsewhere (undo) is it written anew.
  const given = useRef(shown);
  useEffect(() => {
    if (given.current === shown) return;
    given.current = shown;
    setText(shown);
    setUnread(null);
  }, [shown]);
  const change = (next: string): void => {
    setText(next);
    const typed = readText(spec, next);
    setUnread(typed.ok ? null : typed.complaint);
    if (!typed.ok) return;
    given.current = textOf(spec, typed.value);
    onChange(typed.value);
  };
  const long = ['words', 'list', 'json'].includes(spec.kind) || (spec.kind === 'any' && text.includes('\n'));
  const error = unread ?? complaint ?? complaintOf(spec, value);
  const common = {
    value: text,
    'aria-invalid': error !== null,
    'aria-required': spec.required === true,
    spellCheck: false,
  };
  return (
    <Field {...told(spec, error)}>
      {(id) =>
        long ? (
          <TextArea
            id={id}
            {...common}
            rows={Math.min(14, Math.max(2, text.split('\n').length))}
            className={spec.kind === 'json' || spec.path.at(-1) === 'run' ? 'font-mono text-sm' : ''}
            onChange={(event) => change(event.target.value)}
          />
        ) : (
          <TextInput
            id={id}
            {...common}
            inputMode={spec.kind === 'number' ? 'decimal' : 'text'}
            onChange={(event) => change(event.target.value)}
          />
        )
      }
    </Field>
  );
}
