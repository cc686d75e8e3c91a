import type { PromptBook } from '@symphony/domain';
import type { Keeper } from './keeper.ts';

/** The same prompts, each kept as it is sent. */
export const keepingPrompts = (book: PromptBook, keeper: () => Keeper | null): PromptBook => ({
  async render(request) {
    const text = await book.render(request);
    keeper()?.prompt(request.item.id, request.attempt, request.kind, text);
    return text;
  },
});
