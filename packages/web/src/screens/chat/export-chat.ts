import type { ChatId } from '@symphony/domain';
import { toast } from 'sonner';
import { client } from '../../live/connection.ts';
import { asRequestError } from '../../live/use-query.ts';

/** Saves all of a chat as a file of the person's. */
export async function exportChat(id: ChatId): Promise<void> {
  try {
    const conversations = await client().ask('chat-export', { id });
    const url = URL.createObjectURL(
      new Blob([`${JSON.stringify(conversations, null, 2)}\n`], { type: 'application/json' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = `${id}.json`;
    link.click();
    URL.revokeObjectURL(url);
  } catch (error) {
    toast.error(asRequestError(error).message);
  }
}
