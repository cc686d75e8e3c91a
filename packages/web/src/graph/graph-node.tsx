import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { CircleDot, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { toneText } from '../ui/badge.tsx';
import { classes } from '../ui/class-names.ts';
import type { GraphNode } from './graph.ts';
import { KIND_ICONS, STATE_LOOKS } from './looks.ts';
import { portsOf } from './node-box.ts';

export type DrawnNode = Node<{ readonly node: GraphNode; readonly linking: boolean }, 'graph'>;

/** One node. Drawn again only when its own value changes, however often the canvas moves. */
export const GraphNodeBox = memo(function GraphNodeBox({ data, selected }: NodeProps<DrawnNode>) {
  const { node, linking } = data;
  const Icon = KIND_ICONS[node.kind];
  return (
    <div
      className={classes(
        'graph-node',
        selected && 'graph-node-selected',
        node.off && 'graph-node-off',
        node.kind === 'group' && 'graph-node-group',
      )}
      data-tone={node.state ? STATE_LOOKS[node.state].tone : node.tone}
      data-state={node.state}
    >
      <div className="graph-node-head">
        <Icon className="graph-node-icon size-4 shrink-0" aria-hidden />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{node.label}</span>
          {node.sub && <span className="graph-node-sub block truncate text-xs">{node.sub}</span>}
        </span>
        {node.stops && (
          <span title="It is stopped before this one" className="text-bad">
            <CircleDot className="size-4" aria-hidden />
            <span className="sr-only">breakpoint</span>
          </span>
        )}
        {(node.problems ?? 0) > 0 && (
          <span title={`${node.problems} to put right`} className="text-bad">
            <TriangleAlert className="size-4" aria-hidden />
            <span className="sr-only">{node.problems} to put right</span>
          </span>
        )}
        {node.state && <StateSign state={node.state} />}
      </div>
      <Ports node={node} linking={linking} />
    </div>
  );
});

function StateSign({ state }: { readonly state: NonNullable<GraphNode['state']> }) {
  const { icon: Icon, word, tone } = STATE_LOOKS[state];
  return (
    <span title={word} className={toneText(tone)}>
      <Icon className={classes('size-4', state === 'running' && 'animate-spin')} aria-hidden />
      <span className="sr-only">{word}</span>
    </span>
  );
}

function Ports({ node, linking }: { readonly node: GraphNode; readonly linking: boolean }) {
  return portsOf(node).map(({ id, side, name, y }) => (
    <Handle
      key={id}
      id={id}
      type={side === 'in' ? 'target' : 'source'}
      position={side === 'in' ? Position.Left : Position.Right}
      isConnectable={linking}
      style={{ top: y }}
      className={classes(name !== null && 'graph-port', !linking && 'graph-handle-still')}
    >
      {name !== null && <span className={classes('graph-port-name', `graph-port-${side}`)}>{name}</span>}
    </Handle>
  ));
}
