import { openRehearsal } from '../../src/agent/rehearsal/index.ts';

/** A conductor to be killed: starts the player it is told to and prints what it hears. */
const { instance, sessions, request } = JSON.parse(process.argv[2] ?? '{}');
await openRehearsal({ instance, sessions }).start(request, (event) => console.log(JSON.stringify(event)));
