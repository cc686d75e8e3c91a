import { RequestError } from '@symphony/protocol';

/** What is opened or begun after the chats were closed is closed by nobody. */
export const stopping = (): RequestError =>
  new RequestError('unavailable', 'Symphony is stopping.', 'Ask again when it runs.');
