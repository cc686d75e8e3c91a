import type { Block } from './block.ts';

/** The places of the blocks that hold these words, in order; none for no words. */
export function findInBlocks(blocks: readonly Block[], words: string): number[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  const found: number[] = [];
  blocks.forEach((block, at) => {
    if (wordsIn(block).some((text) => text.toLowerCase().includes(wanted))) found.push(at);
  });
  return found;
}

/** Everything a person could have read in it. */
function wordsIn(block: Block): string[] {
  switch (block.kind) {
    case 'run':
      return [block.player];
    case 'turn':
      return [`turn ${block.turn} ${block.words}`, block.steering, block.end?.message ?? ''];
    case 'message':
    case 'thought':
      return [block.text.replace(MARKUP, '')];
    case 'person':
    case 'note':
      return [block.text];
    case 'deeds':
      return block.deeds.flatMap(({ name, summary, result }) => [`${name} ${summary}`, result]);
    case 'question':
      return [block.question.text, ...block.question.choices, block.answer?.text ?? ''];
    case 'proof':
      return block.evidence.results.flatMap(({ command, outputTail }) => [command, outputTail]);
  }
}

/** Is read over: people look for the words they saw. */
const MARKUP = /[*`]/g;

/** The turn after (1) or before (-1) the block at the top of the screen; null at the end. */
export function neighbouringTurn(turns: readonly number[], top: number, way: 1 | -1): number | null {
  const found = way === 1 ? turns.find((at) => at > top) : turns.findLast((at) => at < top);
  return found ?? null;
}
