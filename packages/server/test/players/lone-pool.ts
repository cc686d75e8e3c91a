import { setInterval } from 'node:timers';
import { openRehearsing } from './rehearsing.ts';

/** A conductor to be killed: one player at work, one spare. Says so when both are there. */
const [, , instance = '', folder = ''] = process.argv;
const { play, waiting } = openRehearsing(instance, folder);
const heard = await play('run-1', [{ say: 'up' }, { sleep: '1h' }]);
await heard.until('message');
setInterval(() => {
  if (waiting() === 1) console.log('ready');
}, 10);
