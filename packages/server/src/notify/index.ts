export { channelsOf } from './channels.ts';
export { Notifier } from './notifier.ts';
export { sightOf } from './sight.ts';
