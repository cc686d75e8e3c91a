import type { DataType, FlowNode, FlowPort } from '@symphony/domain';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Select, TextInput } from '../../../ui/field.tsx';
import { freshId } from '../edit/flow-edits.ts';

const TYPES: readonly DataType[] = [
  'any',
  'text',
  'number',
  'boolean',
  'json',
  'artifact',
  'list<text>',
  'list<json>',
];

interface PortsFormProps {
  readonly node: FlowNode;
  onChange(node: FlowNode): void;
}

/** The ports a node declares itself; those its kind brings along are not listed. */
export function PortsForm({ node, onChange }: PortsFormProps) {
  const set = (side: 'inputs' | 'outputs', ports: readonly FlowPort[]): void => {
    const { [side]: _, ...rest } = node;
    onChange((ports.length === 0 ? rest : { ...rest, [side]: ports }) as FlowNode);
  };
  return (
    <div className="space-y-3">
      {node.kind !== 'output' && (
        <PortRows title="Inputs" ports={node.inputs ?? []} onChange={(ports) => set('inputs', ports)} />
      )}
      <PortRows title="Outputs" ports={node.outputs ?? []} onChange={(ports) => set('outputs', ports)} />
    </div>
  );
}

interface PortRowsProps {
  readonly title: 'Inputs' | 'Outputs';
  readonly ports: readonly FlowPort[];
  onChange(ports: readonly FlowPort[]): void;
}

function PortRows({ title, ports, onChange }: PortRowsProps) {
  const put = (at: number, port: FlowPort): void =>
    onChange(ports.map((each, place) => (place === at ? port : each)));
  const add = (): void => {
    const name = freshId(new Set(ports.map((port) => port.name)), title === 'Inputs' ? 'input' : 'output');
    onChange([...ports, { name, type: 'any' }]);
  };
  return (
    <div className="space-y-1.5">
      <p className="text-sm font-medium text-ink-soft">{title}</p>
      {ports.map((port, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a port has nothing but its place while its name is typed.
        <div key={at} className="flex items-center gap-1">
          <TextInput
            aria-label={`Name of ${title.toLowerCase()} ${at + 1}`}
            value={port.name}
            className="font-mono"
            onChange={(event) => put(at, { ...port, name: event.target.value })}
          />
          <Select
            aria-label={`Type of ${port.name}`}
            value={port.type}
            className="!w-28 shrink-0"
            onChange={(event) => put(at, { ...port, type: event.target.value as DataType })}
          >
            {[...new Set([...TYPES, port.type])].map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
          {title === 'Inputs' && (
            <label className="flex shrink-0 items-center gap-1 text-xs text-ink-soft">
              <input
                type="checkbox"
                className="accent-accent"
                checked={port.required !== false}
                onChange={(event) => put(at, needed(port, event.target.checked))}
              />
              needed
            </label>
          )}
          <IconButton
            label={`Take ${port.name} out`}
            size="sm"
            onClick={() => onChange(ports.filter((_, place) => place !== at))}
          >
            <X className="size-4" aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button size="sm" look="quiet" onClick={add}>
        <Plus className="size-4" aria-hidden />
        {title === 'Inputs' ? 'Input' : 'Output'}
      </Button>
    </div>
  );
}

function needed(port: FlowPort, on: boolean): FlowPort {
  const { required: _, ...rest } = port;
  return on ? rest : { ...rest, required: false };
}
