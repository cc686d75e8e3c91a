export { type LinearSettings, readLinearProvider } from './settings.ts';
export { type LinearTracker, openLinearTracker } from './tracker.ts';
export { hearLinear, type LinearComment, type LinearHearing, type WebhookHeaders } from './webhook.ts';
