/**
 * A path of a script, as written: relative, inside the chamber, and not git's own folder.
 * Returns what is wrong with it, or null. Symlinks are judged later, when the file is touched.
 */
export function pathProblem(path: string): string | null {
  if (path.trim() === '' || path.includes('\0')) return 'the path is empty';
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) return `the path ${path} leaves the chamber`;
  let depth = 0;
  for (const part of path.split(/[\\/]/)) {
    if (part === '' || part === '.') continue;
    depth += part === '..' ? -1 : 1;
    if (depth < 0) return `the path ${path} leaves the chamber`;
    if (part.toLowerCase() === '.git') return `the path ${path} belongs to git`;
  }
  return depth === 0 ? `the path ${path} names no file` : null;
}
