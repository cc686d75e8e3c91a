export { type LocalHostOptions, openLocalHost } from './local-host.ts';
