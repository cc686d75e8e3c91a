export { IntentDesk, type IntentHandlers, leaveIntent } from './process.ts';
