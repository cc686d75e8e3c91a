import type { Permit } from '@symphony/runtime';
import type { PlayerLine } from './line.ts';
import { commandOf, pathsOf, summaryOf } from './tool-words.ts';

const DENIED = 'This was not allowed. Go on without it, or end the turn and say what you need it for.';

/**
 * Asks for leave before anything is written or run, as every agent does; what is allowed is decided above. The `host`
 * tools ask themselves where they need it.
 */
export function permitThrough(line: PlayerLine, host: ReadonlySet<string>): Permit {
  return async (tool, input, { call, signal }) => {
    if (host.has(tool.name)) return null;
    if (!tool.permissions?.some((each) => each === 'write' || each === 'execute')) return null;
    const command = commandOf(input);
    const request = {
      id: `permission-${call}`,
      tool: tool.name,
      summary: `${tool.name}: ${summaryOf(input)}`,
      command,
      paths: command === null ? pathsOf(input) : [],
    };
    // A call that is tried again was judged already.
    if (!line.hasAnswer(request.id)) line.tell({ type: 'permission', request });
    const stir = (): void => line.stir();
    signal.addEventListener('abort', stir, { once: true });
    const answer = await line.answerTo(request.id, signal);
    signal.removeEventListener('abort', stir);
    if (answer === null) line.tell({ type: 'withdrawn', id: request.id });
    return answer === 'allow' ? null : DENIED;
  };
}
