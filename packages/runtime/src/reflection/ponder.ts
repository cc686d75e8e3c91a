import { type ModelRequest, type ModelTier, type Tool, type ToolContext, ToolError } from '@symphony/domain';
import {
  type Conclusion,
  confidenceIn,
  deeperQueries,
  FOLLOWED,
  insightsIn,
  type MetaAnalysis,
  type Pattern,
  patternAt,
  type Thought,
  tagged,
} from './thought.ts';

const USUAL_DEPTH = 2;
const DEEP = 3;
const DEEPEST = 5;
const TIMEOUT_MS = 600_000;

/** Thinking in the open, as a tool (R15): each level looks at the matter in another way and asks two questions on. */
export const ponderTool = (tier: ModelTier = 'default'): Tool => ({
  name: 'mind.ponder',
  description:
    'Thinks a question through in several ways and says what follows, what stays uncertain and how sure that is. Slow; for hard questions only.',
  input: {
    type: 'object',
    anyOf: ['topic', 'query', 'analysis', 'requirements'].map((name) => ({ required: [name] })),
    properties: {
      topic: { type: 'string', minLength: 1 },
      query: { type: 'string', minLength: 1 },
      analysis: { type: 'string', minLength: 1 },
      requirements: { type: 'string', minLength: 1 },
      context: { description: 'What is known already.' },
      depth: { type: 'integer', minimum: 1, maximum: DEEPEST },
      consciousness_level: { type: 'string' },
    },
  },
  timeoutMs: TIMEOUT_MS,
  async run(input, context) {
    const { topic, query, analysis, requirements, depth, consciousness_level } = input;
    const matter = [topic, query, analysis, requirements].find((each) => typeof each === 'string') as string;
    const levels = typeof depth === 'number' ? depth : consciousness_level === 'deep' ? DEEP : USUAL_DEPTH;
    const ask = asker(tier, context);
    const known = input.context === undefined ? '' : JSON.stringify(input.context).slice(0, 4_000);
    const thoughts = await think(ask, { query: matter, known, depth: 1, parent: null }, levels);
    const { conclusion, metaAnalysis } = await conclude(ask, matter, thoughts, levels);
    return { thoughts, conclusion, metaAnalysis };
  },
});

type Ask = (text: string) => Promise<string>;

function asker(tier: ModelTier, context: ToolContext): Ask {
  const { ask, signal } = context;
  if (!ask)
    throw new ToolError('There is no model to think with.', {
      code: 'E2001',
      guidance: 'Set up a model, or go on without pondering.',
    });
  return async (text) => {
    const request: ModelRequest = {
      tier,
      purpose: 'ponder',
      messages: [
        { role: 'system', text: INSTRUCTIONS },
        { role: 'user', text },
      ],
      temperature: 0.7,
      maxOutputTokens: 2_048,
    };
    return (await ask(request, signal)).text;
  };
}

interface Line {
  readonly query: string;
  readonly known: string;
  readonly depth: number;
  readonly parent: string | null;
}

/** The two questions that follow are thought about at the same time; the order of thoughts does not depend on it. */
async function think(ask: Ask, line: Line, levels: number): Promise<Thought[]> {
  const pattern = patternAt(line.depth);
  const text = await ask(thoughtQuestion(line, pattern));
  const thought: Thought = {
    depth: line.depth,
    pattern: pattern.name,
    observation: tagged(text, 'observation'),
    analysis: tagged(text, 'analysis'),
    synthesis: tagged(text, 'synthesis'),
    implication: tagged(text, 'implication'),
    metacognition: tagged(text, 'metacognition'),
    insights: insightsIn(text),
    confidence: confidenceIn(text, insightsIn(text).length, line.depth),
    context: { query: line.query, parent: line.parent },
  };
  if (line.depth >= levels) return [thought];
  const deeper = await Promise.all(
    deeperQueries(text, line.query)
      .slice(0, FOLLOWED)
      .map((query) => think(ask, { ...line, query, depth: line.depth + 1, parent: line.query }, levels)),
  );
  return [thought, ...deeper.flat()];
}

async function conclude(
  ask: Ask,
  matter: string,
  thoughts: readonly Thought[],
  levels: number,
): Promise<{ readonly conclusion: Conclusion; readonly metaAnalysis: MetaAnalysis }> {
  const keyInsights = [...new Set(thoughts.flatMap(({ insights }) => insights))];
  const text = await ask(conclusionQuestion(matter, thoughts));
  return {
    conclusion: {
      summary: tagged(text, 'synthesis') || text.trim(),
      keyInsights,
      implications: tagged(text, 'implication'),
      uncertainties: tagged(text, 'uncertainty'),
      nextSteps: insightsIn(text),
      confidence: confidenceIn(text, keyInsights.length, levels),
    },
    metaAnalysis: {
      patternsCovered: [...new Set(thoughts.map(({ pattern }) => pattern))],
      depthReached: Math.max(...thoughts.map(({ depth }) => depth)),
      insightCount: keyInsights.length,
      confidenceDistribution: thoughts.map(({ confidence }) => confidence),
      thinkingEvolution: thoughts.map(({ depth, pattern, insights }) => ({
        depth,
        pattern,
        keyInsight: insights[0] ?? 'None.',
      })),
    },
  };
}

const INSTRUCTIONS = `You think a matter through in the open. Keep to what is known; say what is not.
Write each part between its tags: <observation>, <analysis>, <synthesis>, <implication>, <metacognition>.
Put facts you rest on into <evidence>, doubts into <uncertainty>, and each thing you realised, in one sentence, into an <insight> of its own.`;

const thoughtQuestion = ({ query, known }: Line, { way }: Pattern): string =>
  [
    `Think about: ${query}`,
    known === '' ? '' : `Known already: ${known}`,
    `Look at it this way: ${way}.`,
    'Write all five parts and two or three insights.',
  ]
    .filter((line) => line !== '')
    .join('\n');

const conclusionQuestion = (matter: string, thoughts: readonly Thought[]): string =>
  [
    `What was thought about: ${matter}`,
    ...thoughts.map(
      ({ pattern, synthesis, insights }) => `- ${pattern}: ${synthesis.slice(0, 400)} ${insights.join('; ')}`,
    ),
    'Conclude: what holds in <synthesis>, what follows in <implication>, what stays open in <uncertainty>, and each next step in an <insight> of its own.',
  ].join('\n');
