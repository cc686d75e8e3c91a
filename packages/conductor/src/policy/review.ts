import type { ReviewComment } from '@symphony/domain';

/**
 * A person's comments as an agent reads them: what is said about the whole, then each remark with its
 * place, file by file in the order they were first spoken of, from top to bottom. Empty when nothing is said.
 */
export function reviewText(comments: readonly ReviewComment[], text: string): string {
  const said = comments.filter((comment) => comment.text.trim() !== '');
  const files = [...new Set(said.map(({ path }) => path))].map((file) =>
    said
      .filter(({ path }) => path === file)
      .sort((a, b) => a.line - b.line)
      .map(remarkLine)
      .join('\n'),
  );
  return [text.trim(), ...files].filter(Boolean).join('\n\n');
}

/** Further lines of a remark are set in, so that they cannot be taken for another one. */
function remarkLine({ path, line, side, text }: ReviewComment): string {
  const where = `${plain(path)}:${line}${side === 'old' ? ' (before your change)' : ''}`;
  return `- ${where}: ${text.trim().replaceAll(/\r?\n/g, '\n  ')}`;
}

/** Git allows any character in a name; here one with line breaks would look like something else. */
const plain = (path: string): string => (/\p{Cc}/u.test(path) ? JSON.stringify(path) : path);
