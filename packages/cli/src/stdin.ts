import { text } from 'node:stream/consumers';

/** All of standard input, for arguments given as `-`. */
export const readStdin = async (): Promise<string> => (await text(process.stdin)).trimEnd();
