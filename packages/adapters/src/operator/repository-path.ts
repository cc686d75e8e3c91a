/**
 * A path of a melody, as git knows it inside a commit: relative, with `/`, without `.` parts.
 * Null when it would leave the repository, belongs to git or names nothing.
 */
export function repositoryPath(path: string): string | null {
  if (path.includes('\0') || path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) return null;
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  const forbidden = parts.some((part) => part === '..' || part.toLowerCase() === '.git');
  return parts.length === 0 || forbidden ? null : parts.join('/');
}
