import type { Parameter } from '@symphony/domain';
import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { freshId } from '../edit/flow-edits.ts';
import { FieldInput } from '../form/field-input.tsx';
import type { FieldSpec } from '../form/field-spec.ts';
import { FieldsForm } from '../form/fields-form.tsx';
import { PARAMETER_FIELDS } from '../form/melody-fields.ts';

interface ParametersFormProps {
  readonly parameters: readonly Parameter[];
  onChange(parameters: readonly Parameter[], during: string): void;
}

/** What the melody takes: the common fields as a form, the constraints of its type as JSON. */
export function ParametersForm({ parameters, onChange }: ParametersFormProps) {
  const put = (at: number, parameter: Parameter, during: string): void =>
    onChange(
      parameters.map((each, place) => (place === at ? parameter : each)),
      `parameter ${at} ${during}`,
    );
  const add = (): void => {
    const name = freshId(new Set(parameters.map((each) => each.name)), 'parameter');
    onChange([...parameters, { name, type: 'text' }], `parameter ${parameters.length} new`);
  };
  return (
    <div className="space-y-3">
      {parameters.map((parameter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a parameter has nothing but its place while its name is typed.
        <fieldset key={at} className="relative space-y-3 rounded-md border border-line p-3">
          <legend className="px-1 font-mono text-sm">{parameter.name || 'new'}</legend>
          <FieldsForm
            specs={PARAMETER_FIELDS}
            value={parameter}
            onChange={(next, during) => put(at, next, during)}
          />
          <FieldInput
            spec={CONSTRAINTS}
            value={constraintsOf(parameter)}
            onChange={(value) => put(at, constrained(parameter, value), 'constraints')}
          />
          <IconButton
            label={`Take ${parameter.name} out`}
            size="sm"
            className="absolute top-0 right-2"
            onClick={() =>
              onChange(
                parameters.filter((_, place) => place !== at),
                `parameter ${at} gone`,
              )
            }
          >
            <Trash2 className="size-4" aria-hidden />
          </IconButton>
        </fieldset>
      ))}
      <Button size="sm" onClick={add}>
        <Plus className="size-4" aria-hidden />
        Parameter
      </Button>
    </div>
  );
}

const CONSTRAINTS: FieldSpec = {
  path: ['constraints'],
  label: 'Constraints',
  kind: 'json',
  hint: 'Such as {"min": 1} or {"options": ["a", "b"]}.',
};

const COMMON = new Set(PARAMETER_FIELDS.map(({ path }) => path[0]));

function constraintsOf(parameter: Parameter): unknown {
  const rest = Object.entries(parameter).filter(([key]) => !COMMON.has(key));
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

function constrained(parameter: Parameter, constraints: unknown): Parameter {
  const common = Object.entries(parameter).filter(([key]) => COMMON.has(key));
  const given = typeof constraints === 'object' && constraints !== null ? Object.entries(constraints) : [];
  return Object.fromEntries([
    ...common,
    ...given.filter(([key]) => !COMMON.has(key)),
  ]) as unknown as Parameter;
}
