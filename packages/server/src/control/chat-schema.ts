import { z } from 'zod';

/** What may be said in chats, as it comes in from outside. */

export const chatId = z.string().regex(/^chat-[\w-]{1,60}$/, { error: 'it is no chat' });
const by = z.string().min(1).max(200);
const session = z.string().min(1).max(200);
const CHARACTERS = 400_000;

/** Of all that is given along. */
const files = z
  .array(z.strictObject({ name: z.string().min(1).max(500), text: z.string().max(CHARACTERS) }))
  .max(20)
  .refine((all) => all.reduce((sum, { text }) => sum + text.length, 0) <= CHARACTERS, {
    error: `what is given along may have at most ${CHARACTERS} characters`,
  });

export const chatCommands = [
  z.strictObject({
    name: z.literal('chat-send'),
    chat: chatId.nullable(),
    text: z.string().trim().min(1).max(100_000),
    files: files.exactOptional(),
    permit: z.enum(['ask', 'yes', 'no']).exactOptional(),
    by,
  }),
  z.strictObject({ name: z.literal('chat-stop'), chat: chatId, by }),
  z.strictObject({
    name: z.literal('chat-answer'),
    chat: chatId,
    question: session.nullable(),
    verdict: z.enum(['once', 'always', 'no']),
    by,
  }),
  z.strictObject({
    name: z.literal('chat-rename'),
    chat: chatId,
    title: z.string().trim().min(1).max(200),
    by,
  }),
  z.strictObject({
    name: z.literal('chat-item'),
    chat: chatId,
    session: session.nullable(),
    title: z.string().trim().min(1).max(500).nullable(),
    by,
  }),
  z.strictObject({ name: z.literal('chat-mission'), chat: chatId, mission: z.string().min(1).max(200), by }),
] as const;
