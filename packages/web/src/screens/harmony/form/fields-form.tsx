import { FieldInput } from './field-input.tsx';
import { type FieldSpec, valueAt, withValueAt } from './field-spec.ts';

interface FieldsFormProps<T> {
  readonly specs: readonly FieldSpec[];
  readonly value: T;
  /** What is wrong with a field, by its path joined with dots. */
  readonly complaints?: ReadonlyMap<string, string>;
  /** `during` is the same for all changes of one field. */
  onChange(value: T, during: string): void;
}

/** A form made from a table. */
export function FieldsForm<T>({ specs, value, complaints, onChange }: FieldsFormProps<T>) {
  return (
    <div className="space-y-3">
      {specs.map((spec) => {
        const key = spec.path.join('.');
        return (
          <FieldInput
            key={key}
            spec={spec}
            value={valueAt(value, spec.path)}
            complaint={complaints?.get(key) ?? null}
            onChange={(next) => onChange(withValueAt(value, spec.path, next), key)}
          />
        );
      })}
    </div>
  );
}
