export { hearLinear, type LinearComment, type LinearHearing, type WebhookHeaders } from './webhook.ts';
