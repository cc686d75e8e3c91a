export { openWebhookDesk, type WebhookDesk } from './desk.ts';
export { type WebhookLimits, webhookRoutes } from './routes.ts';
