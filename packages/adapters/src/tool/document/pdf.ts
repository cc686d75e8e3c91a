import { extractText, getDocumentProxy } from 'unpdf';

export async function pdfText(bytes: Buffer): Promise<{ readonly text: string; readonly pages: number }> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(document, { mergePages: false });
  return { text: text.map((page, index) => `[page ${index + 1}]\n${page}`).join('\n\n'), pages: totalPages };
}
