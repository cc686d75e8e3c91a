import { ALL, needsYou, openDesk } from './desk.ts';

/** A conductor's notices in a process of its own, to be killed while the receiver has not answered. */
const [folder = '', url = '', what = ''] = process.argv.slice(2);
const desk = openDesk({ folder, notify: [{ kind: 'webhook', url, secret: null, on: [...ALL] }] });
if (what !== '') desk.happens(needsYou(what));
process.stdout.write('ready\n');
setInterval(() => undefined, 1_000);
