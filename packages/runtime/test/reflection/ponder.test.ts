import type { Json } from '@symphony/domain';
import { type ScriptedAnswer, ScriptedModels } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { ponderTool } from '../../src/reflection/ponder.ts';
import { confidenceIn, deeperQueries } from '../../src/reflection/thought.ts';
import { sessionWith } from '../session-with.ts';

const THOUGHT = `<observation>It is slow.</observation><analysis>It waits.</analysis>
<synthesis>Waiting is the cost.</synthesis><implication>Do it at once.</implication>
<metacognition>I assume one core.</metacognition><evidence>A trace.</evidence>
<insight>It waits on disk.</insight><insight>It could wait less.</insight>`;
const CONCLUSION = `<synthesis>Read ahead.</synthesis><implication>Memory grows.</implication>
<uncertainty>How much?</uncertainty><insight>Measure it.</insight><insight>Then build it.</insight>`;

const script = (request: { readonly messages: readonly { readonly role: string }[] }): ScriptedAnswer =>
  JSON.stringify(request.messages).includes('Conclude:') ? { text: CONCLUSION } : { text: THOUGHT };

async function ponder(input: Json, answer = script) {
  const models = new ScriptedModels(answer);
  const { session } = sessionWith(models, { tools: [ponderTool()] });
  const result = await session.callTool({ id: 'c', tool: 'mind.ponder', input });
  return { result, models, session };
}

describe('R15 ponder', () => {
  test.each([
    [1, 1, ['first-principles']],
    [2, 3, ['first-principles', 'lateral']],
    [3, 7, ['first-principles', 'lateral', 'systems']],
  ])('R15 depth %i takes %i thoughts and one conclusion', async (depth, count, patterns) => {
    const { result, models, session } = await ponder({ query: 'Why is it slow?', depth });
    expect(result).toMatchObject({
      success: true,
      result: { metaAnalysis: { patternsCovered: patterns, depthReached: depth, insightCount: 2 } },
    });
    const { thoughts } = result.result as unknown as { thoughts: readonly unknown[] };
    expect(thoughts).toHaveLength(count);
    expect(models.requests).toHaveLength(count + 1);
    expect(models.requests.every(({ purpose }) => purpose === 'ponder')).toBe(true);
    expect(session.metrics().modelCalls).toBe(count + 1);
  });

  test('R15 the output has exactly the documented shape', async () => {
    const { result } = await ponder({ topic: 'Why is it slow?', depth: 1 });
    const thought = {
      depth: 1,
      pattern: 'first-principles',
      observation: 'It is slow.',
      analysis: 'It waits.',
      synthesis: 'Waiting is the cost.',
      implication: 'Do it at once.',
      metacognition: 'I assume one core.',
      insights: ['It waits on disk.', 'It could wait less.'],
      confidence: 0.75,
      context: { query: 'Why is it slow?', parent: null },
    };
    expect(result.result).toEqual({
      thoughts: [thought],
      conclusion: {
        summary: 'Read ahead.',
        keyInsights: thought.insights,
        implications: 'Memory grows.',
        uncertainties: 'How much?',
        nextSteps: ['Measure it.', 'Then build it.'],
        confidence: 0.5,
      },
      metaAnalysis: {
        patternsCovered: ['first-principles'],
        depthReached: 1,
        insightCount: 2,
        confidenceDistribution: [0.75],
        thinkingEvolution: [{ depth: 1, pattern: 'first-principles', keyInsight: 'It waits on disk.' }],
      },
    });
  });

  test('R15 usually two levels, three when it is to be deep; five patterns take turns', async () => {
    expect((await ponder({ analysis: 'x y' })).models.requests).toHaveLength(4);
    expect((await ponder({ requirements: 'x', consciousness_level: 'deep' })).models.requests).toHaveLength(
      8,
    );
    const { result } = await ponder({ query: 'x', depth: 5 });
    expect(result.result).toMatchObject({
      metaAnalysis: {
        patternsCovered: ['first-principles', 'lateral', 'systems', 'dialectical', 'metacognitive'],
      },
    });
  });

  test('R15 answers without any tags still come to a conclusion', async () => {
    const { result } = await ponder({ query: 'x' }, () => ({ text: 'Hm.' }));
    expect(result).toMatchObject({
      success: true,
      result: { conclusion: { summary: 'Hm.', keyInsights: [], confidence: 0.4 } },
    });
    expect((result.result as unknown as { thoughts: unknown[] }).thoughts).toHaveLength(3);
  });

  test('R15 nothing to think about is refused, a stop ends it', async () => {
    expect((await ponder({ depth: 2 })).result).toMatchObject({ success: false, details: { code: 'E1001' } });
    const models = new ScriptedModels(() => ({ fault: 'hangs' }));
    const { session, stop } = sessionWith(models, { tools: [ponderTool()] });
    const call = session.callTool({ id: 'c', tool: 'mind.ponder', input: { query: 'x' } });
    await new Promise((resolve) => setImmediate(resolve));
    stop.stop(new Error('Enough.'));
    expect(await call).toMatchObject({ success: false, details: { code: 'E3001' } });
    await new Promise((resolve) => setImmediate(resolve));
    expect(models.stopped).toBe(1);
  });

  test('R15 confidence follows the documented formula and its bounds', () => {
    expect(confidenceIn('', 0, 0)).toBe(0.3);
    expect(confidenceIn('<uncertainty>u</uncertainty>', 1, 2)).toBe(0.45);
    expect(confidenceIn('<evidence>e</evidence>', 9, 9)).toBe(0.95);
    expect(confidenceIn('', 0, -9)).toBe(0.1);
  });

  test('R15 at most three questions come of a thought', () => {
    expect(deeperQueries(THOUGHT.repeat(3), 'q')).toHaveLength(3);
    expect(deeperQueries('', 'q')).toHaveLength(2);
  });
});
