import type { ConversationState } from '@symphony/domain';

/** Where a conversation may go from where (R14). Everything else is a mistake of ours. */
const MOVES: Readonly<Record<ConversationState, readonly ConversationState[]>> = {
  initiated: ['working', 'concluding', 'error'],
  working: ['reflecting', 'adapting', 'concluding', 'error'],
  reflecting: ['working', 'adapting', 'concluding', 'error'],
  adapting: ['working', 'reflecting', 'concluding', 'error'],
  concluding: ['completed', 'error'],
  completed: [],
  error: [],
};

export const mayMove = (from: ConversationState, to: ConversationState): boolean => MOVES[from].includes(to);
