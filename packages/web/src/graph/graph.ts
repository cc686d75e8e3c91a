import type { NodeState } from '@symphony/domain';
import type { Tone } from '@symphony/protocol/words';

/**
 * What is drawn: the same for melodies, runs and the dependencies of items. Whoever shows a graph makes
 * these values of what they have; how they are placed and drawn is decided here.
 */
export interface GraphNode {
  readonly id: string;
  readonly label: string;
  readonly sub?: string;
  readonly kind: GraphKind;
  /** Of its edge; its state brings one of its own. */
  readonly tone?: Tone;
  readonly state?: NodeState;
  readonly inputs?: readonly GraphPort[];
  readonly outputs?: readonly GraphPort[];
  /** It is stopped before this one. */
  readonly stops?: boolean;
  /** How many things are wrong with it. */
  readonly problems?: number;
  /** Switched off. */
  readonly off?: boolean;
}

export type GraphKind =
  | 'operator'
  | 'agent'
  | 'gate'
  | 'control'
  | 'loop'
  | 'input'
  | 'output'
  | 'instrument'
  | 'item'
  | 'group';

export interface GraphPort {
  readonly name: string;
  readonly type: string;
}

export interface GraphEdge {
  /** Unique among the edges, and never the id of a node. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: 'data' | 'control' | 'conditional';
  readonly fromPort?: string;
  readonly toPort?: string;
  readonly label?: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The upper left corner of each node. */
export type Places = ReadonlyMap<string, Point>;

/** What a person drew from one node to another. A port that is null is the node as a whole. */
export interface Link {
  readonly from: string;
  readonly fromPort: string | null;
  readonly to: string;
  readonly toPort: string | null;
}
