import type { Instant, LogEvent } from '@symphony/domain';
import { type ConductorState, questionKey } from '../state.ts';

/** Questions wait until they are answered or the agent that asked is gone. */
export function foldQuestions(state: ConductorState, event: LogEvent, at: Instant): void {
  switch (event.type) {
    case 'question-asked':
      state.questions.set(questionKey(event.run, event.question.id), {
        item: event.item,
        run: event.run,
        askedAt: at,
        question: event.question,
      });
      break;
    case 'question-answered':
      for (const [key, open] of state.questions) {
        if (open.item === event.item && open.question.id === event.question) state.questions.delete(key);
      }
      break;
    case 'question-withdrawn':
      state.questions.delete(questionKey(event.run, event.question));
      break;
    case 'turn-started':
    case 'turn-ended':
    case 'run-ending':
    case 'run-ended':
      if (state.questions.size === 0) break;
      for (const [key, open] of state.questions) if (open.run === event.run) state.questions.delete(key);
      break;
    default:
      break;
  }
}
