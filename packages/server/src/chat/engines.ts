import {
  type Cabinet,
  type Clock,
  type Journal,
  type ModelRequest,
  type Names,
  type StopSignal,
  type Tool,
  timerRecord,
} from '@symphony/domain';
import type { Engines } from '@symphony/runtime';
import { ContextApi } from '@symphony/runtime/context';
import { IntentDesk } from '@symphony/runtime/intents';
import { SkillBook, SkillLearning, skilledPlanning, verifyByModel } from '@symphony/runtime/learning';
import { Memories, memoryTools, RealtimeLog, Recollection } from '@symphony/runtime/memory';
import { planning, reusable } from '@symphony/runtime/planning';
import { Lessons, Reflector } from '@symphony/runtime/reflection';
import { Router } from '@symphony/runtime/router';

export interface EngineParts {
  readonly journal: Journal;
  readonly cabinet: Cabinet;
  readonly clock: Clock;
  readonly names: Names;
  /** Names of the tools there are. */
  readonly tools: () => readonly string[];
  readonly warn: (message: string) => void;
}

/** A repository's chats are one person's memory: everybody who may chat here may read all of it anyway. */
const PERSON = 'person';

/** What a runtime thinks with (R1): put together here and nowhere else, and none knows another. */
export function enginesOf(parts: EngineParts): {
  readonly engines: Engines;
  readonly tools: readonly Tool[];
} {
  const { journal, cabinet, clock, names, tools, warn } = parts;
  const memories = new Memories(cabinet, clock, names);
  const log = new RealtimeLog(cabinet, clock, names);
  const skills = new SkillBook(cabinet, names);
  const recollection = new Recollection(log, memories, () => PERSON);
  const learning = new SkillLearning({ skills, reusable, verify: verifyByModel });
  return {
    tools: memoryTools({ memories, clock, userOf: () => PERSON }),
    engines: {
      router: new Router({ cabinet, clock }),
      planning: skilledPlanning(planning, skills),
      reflection: new Reflector(new Lessons(cabinet, clock)),
      context: new ContextApi({ journal, cabinet, clock, tools }),
      memory: recollection,
      learning: {
        async ended(session, result) {
          // The talk before a pause is judged on the account of the first request after it: nothing is spent while
          // nobody asks, and the answer has been said already.
          const ask = (request: ModelRequest, signal: StopSignal) => session.ask(request, { signal });
          try {
            await recollection.analyse(PERSON, ask, { clock, signal: session.signal });
          } finally {
            log.log(PERSON, 'user', session.task);
            log.log(PERSON, 'assistant', result.conversation.finalResponse);
          }
          await learning.ended(session, result);
        },
      },
      intents: new IntentDesk(
        {
          // A message for a person is a timer that is due: whoever rings those tells people.
          notification: ({ message }) => {
            const now = clock.now();
            const timer = { id: names('message'), label: message, dueAt: now, setAt: now, session: null };
            cabinet.put([timerRecord({ ...timer, everyMs: null })]);
          },
          memory: (intent) => void memories.rememberIntent({ ...intent, userId: PERSON }),
          // Recorded with the session, which is all there is to do about them here.
          audit: () => undefined,
          error: () => undefined,
        },
        warn,
      ),
    },
  };
}
