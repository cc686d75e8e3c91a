import type { ByteFraming } from './framing.ts';

/** Loads the library behind it on the first call: a program that speaks JSON only never does. */
export async function loadMessagePack(): Promise<ByteFraming> {
  return (await import('./message-pack.ts')).messagePack;
}
