/** A name from a title, of at most so many letters: `Fix the docs!` is `fix-the-docs`. */
export const nameFrom = (title: string, most = 60): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, most)
    .replace(/-+$/, '');
