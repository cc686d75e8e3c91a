import { openRehearsal } from '../../src/agent/rehearsal/index.ts';

/**
 * A conductor to be killed: starts the player it is told to, in a process that was warm if it is told
 * so, and prints what it hears. Told of no work, it keeps a spare and says so.
 */
const { instance, sessions, request, warm } = JSON.parse(process.argv[2] ?? '{}');
const agent = openRehearsal({ instance, sessions });
const spare = warm ? await agent.warm?.(request?.player) : undefined;
const start = spare ? { ...request, warm: spare } : request;
if (request) await agent.start(start, (event) => console.log(JSON.stringify(event)));
else console.log(JSON.stringify({ type: 'message', text: 'a spare waits' }));
