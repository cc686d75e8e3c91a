/**
 * Symphony's own agent as a library, in thirty lines: a tool, a model, one question. It runs as it is, with a model that
 * plays a script: `node examples/runtime/ask.ts "What is 6 times 7?"`. With real models, `models` comes from
 * `@symphony/adapters/model` and nothing else changes.
 */
import { ambient } from '@symphony/adapters/ambient';
import { SymphonyRuntime, ToolRegistry } from '@symphony/runtime';
import { ScriptedModels } from '@symphony/testkit';

const { clock, names, chance } = ambient();
const tools = new ToolRegistry(clock).add({
  name: 'calculator.multiply',
  description: 'Multiplies two numbers.',
  input: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  run: ({ a, b }) => Number(a) * Number(b),
});
const models = new ScriptedModels([
  { calls: [{ tool: 'calculator.multiply', input: { a: 6, b: 7 } }] },
  { text: ['Six times seven ', 'is 42.'] },
]);
const runtime = new SymphonyRuntime({ tools, models, clock, names, chance }, { maxStepsPerPlan: 5 });

const question = process.argv[2] ?? 'What is 6 times 7?';
const result = await runtime.execute(
  question,
  { name: 'reckoner' },
  {
    signal: AbortSignal.timeout(60_000),
    onEvent: (event) => {
      if (event.type === 'text') process.stdout.write(event.text);
    },
  },
);
const { modelCalls, toolCalls, duration } = result.metrics;
console.log(
  `\n${result.success ? 'done' : result.error}: ${modelCalls} model calls, ${toolCalls} tool calls, ${duration} ms`,
);
await runtime.close();
process.exitCode = result.success ? 0 : 1;
