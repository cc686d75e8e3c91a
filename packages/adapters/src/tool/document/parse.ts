import { ToolError } from '@symphony/domain';
import { type Described, type DocumentKind, kindOf } from './kind.ts';

export interface ParsedDocument {
  readonly kind: DocumentKind;
  readonly text: string;
  readonly title?: string;
  readonly pages?: number;
  readonly rows?: number;
}

/** A document as text for a model. What reads a kind is loaded when the first of that kind comes. */
export async function documentText(bytes: Buffer, described: Described): Promise<ParsedDocument> {
  const kind = kindOf(bytes, described);
  try {
    return await read(kind, bytes, described);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError(
      `The document could not be read as ${kind}: ${(error as Error).message.slice(0, 200)}`,
      {
        guidance: 'It may be damaged or protected by a password.',
      },
    );
  }
}

async function read(kind: DocumentKind, bytes: Buffer, described: Described): Promise<ParsedDocument> {
  switch (kind) {
    case 'text':
    case 'markdown':
      return { kind, text: decoded(bytes, described) };
    case 'json':
      return { kind, text: JSON.stringify(JSON.parse(decoded(bytes, described)), null, 2) };
    case 'html': {
      const { readable } = await import('./html.ts');
      return { kind, ...readable(decoded(bytes, described)) };
    }
    case 'csv': {
      const { tableOf } = await import('./table.ts');
      return { kind, ...tableOf(decoded(bytes, described)) };
    }
    case 'pdf': {
      const { pdfText } = await import('./pdf.ts');
      return { kind, ...(await pdfText(bytes)) };
    }
    case 'docx': {
      const { docxText } = await import('./docx.ts');
      return { kind, text: await docxText(bytes) };
    }
    case 'unknown':
      throw new ToolError('This kind of document cannot be read.', {
        guidance: 'Text, Markdown, HTML, CSV, JSON, PDF and DOCX can.',
      });
  }
}

/** By the charset that is named, else as UTF-8; no byte makes it fail. */
function decoded(bytes: Buffer, { type = '' }: Described): string {
  const named = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // a charset nobody knows
  }
}
