import { checkFlow, type Flow, type FlowNode } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/screens/harmony/edit/connect.ts';
import { paste, pieceOf, pieceText, readPiece } from '../../../src/screens/harmony/edit/copy.ts';
import { edgeOfKind } from '../../../src/screens/harmony/edit/edge-kinds.ts';
import { edgeKeys } from '../../../src/screens/harmony/edit/edges.ts';
import {
  freshId,
  moveNodes,
  removeChosen,
  replaceNode,
} from '../../../src/screens/harmony/edit/flow-edits.ts';
import { freePlace } from '../../../src/screens/harmony/edit/free-place.ts';
import { begin, record, redo, undo } from '../../../src/screens/harmony/edit/history.ts';
import { nameFrom } from '../../../src/ui/name-from.ts';
import { command, flowOf, waits } from './melody.ts';

const drawn = (
  flow: Flow,
  from: string,
  fromPort: string | null,
  to: string,
  toPort: string | null = null,
): Flow => {
  const result = connect(flow, { from, fromPort, to, toPort });
  if (!result.ok) throw new Error(result.reason);
  return result.flow;
};
const whyNot = (
  flow: Flow,
  from: string,
  fromPort: string | null,
  to: string,
  toPort: string | null = null,
): string => {
  const result = connect(flow, { from, fromPort, to, toPort });
  return result.ok ? '' : result.reason;
};

describe('undo', () => {
  test('takes steps back and forth, and a new step forgets what was taken back', () => {
    let history = begin('a');
    for (const next of ['b', 'c', 'd']) history = record(history, next);
    history = undo(undo(history));
    expect(history.present).toBe('b');
    expect(redo(history).present).toBe('c');
    history = record(history, 'x');
    expect(redo(history).present).toBe('x');
    expect(undo(history).present).toBe('b');
    expect(undo(undo(undo(history))).present).toBe('a');
  });

  test('what is typed into one field is one step; a change that changes nothing is none', () => {
    let history = begin('');
    for (const next of ['h', 'he', 'hey']) history = record(history, next, 'title');
    expect(undo(history).present).toBe('');
    history = record(history, 'hey!', 'name');
    expect(undo(history).present).toBe('hey');
    expect(record(history, 'hey!')).toBe(history);
  });

  test('after an undo the same field begins a step of its own', () => {
    let history = record(begin('a'), 'ab', 'title');
    history = record(undo(history), 'ac', 'title');
    expect(undo(history).present).toBe('a');
  });
});

describe('edges', () => {
  const flow = flowOf([command('a'), command('b'), { id: 'end', kind: 'output', result: 'r' }]);

  test('from node to node one waits for the other', () => {
    expect(drawn(flow, 'a', null, 'b').edges).toEqual([waits('a', 'b')]);
    expect(whyNot(drawn(flow, 'a', null, 'b'), 'a', null, 'b')).toContain('waits for a already');
  });

  test('from a value to a node a port is made for it, which goes with the edge again', () => {
    const fed = drawn(flow, 'a', 'output', 'b');
    expect(fed.edges).toEqual([{ kind: 'data', from: 'a', fromPort: 'output', to: 'b', toPort: 'a_output' }]);
    expect(fed.nodes[1]?.inputs).toEqual([{ name: 'a_output', type: 'text' }]);
    const [key = ''] = edgeKeys(fed.edges);
    expect(removeChosen(fed, new Set([key]))).toEqual(flow);
  });

  test('a result takes a value, from one place only', () => {
    const fed = drawn(flow, 'a', 'ok', 'end');
    expect(fed.edges[0]).toMatchObject({ kind: 'data', toPort: 'value' });
    expect(whyNot(fed, 'b', 'ok', 'end')).toContain('already');
  });

  test('what cannot be is refused with the domain’s own words', () => {
    const line = drawn(flow, 'a', null, 'b');
    expect(whyNot(line, 'b', null, 'a')).toContain('circle');
    expect(whyNot(line, 'a', null, 'a')).toContain('itself');
    expect(whyNot(flow, 'end', null, 'a')).toContain('result of the whole');
    const counting = flowOf([command('a'), command('b', { inputs: [{ name: 'count', type: 'number' }] })]);
    expect(whyNot(counting, 'a', 'output', 'b', 'count')).toContain('takes number');
    expect(drawn(counting, 'a', 'code', 'b', 'count').edges).toHaveLength(1);
  });

  test('the same two nodes can be connected in another way', () => {
    const edge = edgeOfKind(flow, waits('a', 'end'), 'data');
    expect(edge).toEqual({ kind: 'data', from: 'a', fromPort: 'ok', to: 'end', toPort: 'value' });
    expect(edgeOfKind(flow, edge, 'conditional')).toEqual({
      kind: 'conditional',
      from: 'a',
      to: 'end',
      condition: '',
    });
  });

  test('two edges that say the same have keys of their own', () => {
    expect(new Set(edgeKeys([waits('a', 'b'), waits('a', 'b'), waits('b', 'c')])).size).toBe(3);
  });
});

describe('nodes', () => {
  const flow = flowOf(
    [command('a'), command('b', { recovery: { kind: 'restart', from: 'a', times: 1 } })],
    [waits('a', 'b')],
  );

  test('a new id is followed by everything that speaks of the node', () => {
    const renamed = replaceNode(flow, 'a', command('first'));
    expect(renamed.edges).toEqual([waits('first', 'b')]);
    expect(renamed.nodes[1]?.recovery).toEqual({ kind: 'restart', from: 'first', times: 1 });
    expect(checkFlow(renamed)).toEqual([]);
  });

  test('what goes takes its edges along', () => {
    expect(removeChosen(flow, new Set(['a']))).toEqual({ nodes: [flow.nodes[1]], edges: [] });
    expect(removeChosen(flow, new Set(['nobody']))).toBe(flow);
  });

  test('moving changes those that moved and no other', () => {
    const moved = moveNodes(flow, new Map([['a', { x: 1, y: 2 }]]));
    expect(moved.nodes[0]?.position).toEqual({ x: 1, y: 2 });
    expect(moved.nodes[1]).toBe(flow.nodes[1]);
    expect(moveNodes(moved, new Map([['a', { x: 1, y: 2 }]]))).toBe(moved);
  });

  test('copies get ids of their own and stand beside; their edges are among themselves', () => {
    const piece = pieceOf(moveNodes(flow, new Map([['a', { x: 10, y: 10 }]])), new Set(['a', 'b']));
    const { flow: twice, ids } = paste(flow, piece);
    expect(ids).toEqual(['a-2', 'b-2']);
    expect(twice.edges).toEqual([waits('a', 'b'), waits('a-2', 'b-2')]);
    expect(twice.nodes[2]?.position).toEqual({ x: 50, y: 50 });
    expect(paste(flow, piece, { x: 0, y: 0 }).flow.nodes[2]?.position).toEqual({ x: 0, y: 0 });
  });

  test('the clipboard may hold anything', () => {
    expect(readPiece(pieceText(flow))).toEqual(flow);
    for (const text of [
      '',
      'hello',
      '{',
      '[]',
      '{"symphony":"flow"}',
      '{"symphony":"flow","nodes":[{"id":1}],"edges":[]}',
    ])
      expect(readPiece(text)).toBeNull();
    const noBody = { symphony: 'flow', nodes: [{ id: 'l', kind: 'loop' }], edges: [] };
    expect(readPiece(JSON.stringify(noBody))).toBeNull();
  });

  test('ids and places that are taken are not given again', () => {
    expect(freshId(new Set(['a', 'a-2']), 'a')).toBe('a-3');
    const nodes: FlowNode[] = [command('a', { position: { x: 0, y: 0 } })];
    const place = freePlace(nodes, { x: 0, y: 0 });
    expect(place).not.toEqual({ x: 0, y: 0 });
    expect(freePlace([], { x: 4.4, y: 5 })).toEqual({ x: 4, y: 5 });
  });

  test('a name is made of a title', () => {
    expect(nameFrom('  Fix the Döcs! ')).toBe('fix-the-docs');
    expect(nameFrom('???')).toBe('');
    expect(nameFrom(`${'x'.repeat(59)} y`)).toBe('x'.repeat(59));
  });
});
