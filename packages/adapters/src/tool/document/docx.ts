import { Readable } from 'node:stream';
import { ToolError } from '@symphony/domain';
import JSZip from 'jszip';
import mammoth from 'mammoth';
import { readable } from './html.ts';

/** A page of text takes a few kilobytes: only pictures and malice come near this. */
const MOST_UNPACKED = 64 * 1024 * 1024;

/** By way of HTML, because headings, lists and tables say something as well. */
export async function docxText(bytes: Buffer): Promise<string> {
  await expectModest(bytes);
  const { value } = await mammoth.convertToHtml({ buffer: bytes });
  return readable(value).text;
}

/** Mammoth unpacks into memory whatever it is given, and a zip may say anything of its sizes: they are measured. */
async function expectModest(bytes: Buffer): Promise<void> {
  let unpacked = 0;
  for (const file of Object.values((await JSZip.loadAsync(bytes)).files)) {
    // Its streams are of an older kind than Node's own.
    for await (const piece of new Readable().wrap(file.nodeStream())) {
      unpacked += piece.length;
      if (unpacked > MOST_UNPACKED)
        throw new ToolError('The document is too large when unpacked.', {
          guidance: 'Ask for a smaller one, or for its text.',
        });
    }
  }
}
