import type { Intent, Tool } from '@symphony/domain';
import { defineTool, fields, filled, text } from './define.ts';

type Notification = Extract<Intent, { readonly type: 'notification' }>;

interface NotificationInput {
  readonly message: string;
  readonly channel?: string;
  readonly priority?: Notification['priority'];
  readonly kind?: Notification['notificationType'];
}

/** Tells a person something, after the run: what is said while nothing is decided yet might be wrong in the end. */
export const notificationTool: Tool = defineTool<NotificationInput>({
  name: 'notification.send',
  description: 'Leaves a message for the person. It is sent when this request is done.',
  permissions: ['notify'],
  input: fields({
    message: filled('What to say.'),
    'channel?': text('Where; the usual place unless told.'),
    'priority?': { enum: ['low', 'medium', 'high'], description: '`medium` unless told.' },
    'kind?': { enum: ['info', 'warning', 'error', 'success'], description: '`info` unless told.' },
  }),
  run: ({ message, channel = 'default', priority = 'medium', kind = 'info' }, context) => {
    const intent: Notification = { type: 'notification', message, channel, priority, notificationType: kind };
    context.intend(intent);
    return { left: true, when: 'after this request' };
  },
});
