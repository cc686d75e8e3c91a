import { checkMelody, type Flow, type Melody, type Recovery } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { layoutGraph } from '../../../src/graph/layout.ts';
import { heightOf } from '../../../src/graph/node-box.ts';
import { placed } from '../../../src/screens/harmony/edit/arrange.ts';
import { drawingOf, placesOf } from '../../../src/screens/harmony/edit/flow-drawing.ts';
import { flowProblems, melodyProblems } from '../../../src/screens/harmony/edit/own-check.ts';
import { findNode, flowAt, spotOf, withFlowAt } from '../../../src/screens/harmony/edit/place.ts';
import {
  complaintsAbout,
  melodyComplaints,
  problemCounts,
} from '../../../src/screens/harmony/editor/problem-marks.ts';
import { command, flowOf, melodyOf, waits } from './melody.ts';

const body = flowOf([command('inner'), command('after')], [waits('inner', 'after')]);
const melody = melodyOf(
  flowOf([command('first'), { id: 'again', kind: 'loop', times: 2, body }], [waits('first', 'again')]),
);
const layOut: Parameters<typeof placed>[1] = async (nodes, edges) =>
  layoutGraph({ nodes: nodes.map((node) => ({ id: node.id, height: heightOf(node) })), edges });

describe('flows inside flows', () => {
  test('the body of a loop is found, and put back where it was', () => {
    expect(flowAt(melody, ['again'])).toBe(body);
    expect(flowAt(melody, ['first'])).toBeNull();
    const smaller = flowOf([command('inner')]);
    const changed = withFlowAt(melody, ['again'], smaller);
    expect(flowAt(changed, ['again'])).toBe(smaller);
    expect(changed.flow.nodes[0]).toBe(melody.flow.nodes[0]);
    expect(withFlowAt(melody, ['again'], body).flow.nodes[1]).toBe(melody.flow.nodes[1]);
    expect(findNode(melody, 'after')).toEqual(['again']);
    expect(findNode(melody, 'nobody')).toBeNull();
  });

  test('what the domain finds wrong is found on the canvas', () => {
    const broken = withFlowAt(melody, ['again'], {
      nodes: body.nodes,
      edges: [{ kind: 'conditional', from: 'inner', to: 'after', condition: ' ' }],
    });
    const [problem] = checkMelody(broken);
    expect(problem && spotOf(broken, problem.where)).toEqual({
      place: ['again'],
      node: null,
      edge: 0,
      field: ['condition'],
    });
  });

  test('problems are told at the field, counted at the node, and at the loops around it', () => {
    const nameless = withFlowAt(
      melody,
      ['again'],
      flowOf([command('inner', { inputs: [{ name: 'x', type: 'text' }] })]),
    );
    const problems = checkMelody({ ...nameless, title: '', limits: { ...nameless.limits, runs: 0 } }).map(
      (each) => ({
        ...each,
        spot: spotOf(nameless, each.where),
      }),
    );
    expect(problemCounts(problems)).toEqual(
      new Map([
        ['again', 1],
        ['again/inner', 1],
      ]),
    );
    expect(complaintsAbout(problems, ['again'], { node: 'inner' }).whole).toHaveLength(1);
    expect(complaintsAbout(problems, [], { node: 'inner' }).whole).toHaveLength(0);
    expect([...melodyComplaints(problems).keys()]).toEqual(['title', 'limits.runs']);
  });
});

test('what was typed as JSON of any form is no reason to break', () => {
  const odd = [
    { name: 'p', type: 'choice' },
    { name: 'p', type: 'text', pattern: 5 },
  ] as unknown as Melody['parameters'];
  expect(() => melodyProblems({ ...melody, parameters: odd })).not.toThrow();
  const recovery = { kind: 'retry' } as unknown as Recovery;
  expect(() => melodyProblems(melodyOf(flowOf([command('a', { recovery })])))).not.toThrow();
  expect(melodyProblems(melody)).toEqual(checkMelody(melody));
  expect(flowProblems(body)).toEqual([]);
});

describe('places', () => {
  test('every node gets one, bodies included; places that were chosen stay', async () => {
    const flow = await placed(melody.flow, layOut);
    expect(placesOf(flow)?.size).toBe(2);
    const inner = flowAt({ ...melody, flow }, ['again']) as Flow;
    expect(placesOf(inner)?.size).toBe(2);
    expect(await placed(flow, layOut)).toBe(flow);
  });

  test('one that is too large to be drawn node by node is left alone', async () => {
    const large = flowOf(Array.from({ length: 2_000 }, (_, at) => command(`n${at}`)));
    expect(await placed(large, layOut)).toBe(large);
  });

  test('a node that did not change is the same drawing', () => {
    const first = drawingOf(melody.flow, () => ({})).nodes;
    const again = drawingOf({ ...melody.flow }, () => ({})).nodes;
    expect(again[0]).toBe(first[0]);
    expect(first[0]).toMatchObject({ label: 'first', sub: 'true', kind: 'operator' });
    expect(first[0]?.outputs?.map(({ name }) => name)).toEqual(['ok', 'code', 'output']);
  });
});
