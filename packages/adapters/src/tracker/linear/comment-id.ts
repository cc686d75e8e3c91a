import { createHash } from 'node:crypto';
import type { ItemId } from '@symphony/domain';

/**
 * The mark of Symphony's own comments is their id. Linear lets the writer choose it and keeps it for
 * one comment only: nobody sees it, editing does not lose it, and of two that write at once one is
 * refused. Nothing says that a mark in the text would survive Linear's own form of documents.
 *
 * The first half is made of the issue and the key, the second of the first: so a comment can be
 * known as ours without knowing its key, also by a Symphony that did not write it.
 */
export function commentId(issue: ItemId, key: string): string {
  const first = halfOf(`symphony-comment\n${issue}\n${key}`);
  first[6] = ((first[6] ?? 0) & 0x0f) | 0x40;
  return written(first);
}

export const isOurComment = (id: string): boolean =>
  written(Buffer.from(id.replaceAll('-', '').slice(0, 16), 'hex')) === id.toLowerCase();

/** In the form of a UUID of version 4, which is the one Linear takes. */
function written(first: Buffer): string {
  const second = halfOf(`symphony-comment\n${first.toString('hex')}`);
  second[0] = ((second[0] ?? 0) & 0x3f) | 0x80;
  const digits = first.toString('hex') + second.toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const halfOf = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 8);
