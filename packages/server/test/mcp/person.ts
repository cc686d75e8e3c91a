import type { HumanQuestion, RunTools } from '../../src/mcp/index.ts';

/** A person who answers when the test says so. */
export function person() {
  const asked: HumanQuestion[] = [];
  const withdrawn: HumanQuestion[] = [];
  let reply = (_answer: string): void => undefined;
  const askHuman: RunTools['askHuman'] = (question, signal) => {
    asked.push(question);
    signal.addEventListener('abort', () => withdrawn.push(question));
    return new Promise((resolve) => {
      reply = resolve;
    });
  };
  return { askHuman, asked, withdrawn, answer: (text: string) => reply(text) };
}
