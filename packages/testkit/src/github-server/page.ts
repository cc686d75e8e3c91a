/** A REST list's page with its links. */
export function pageOf(
  all: readonly unknown[],
  query: URLSearchParams,
  address: string,
  { duplicatePage, cursorLoop }: { readonly duplicatePage: boolean; readonly cursorLoop: boolean },
): { readonly entries: readonly unknown[]; readonly headers: Readonly<Record<string, string>> } {
  const size = Math.min(100, Number(query.get('per_page') ?? 30));
  const page = Number(query.get('page') ?? 1);
  const shown = duplicatePage ? 1 : page;
  const linkTo = (number: number, rel: string): string => {
    const next = new URLSearchParams(query);
    next.set('page', String(number));
    return `<${address}?${next}>; rel="${rel}"`;
  };
  const more = page * size < all.length;
  const links = [
    ...(cursorLoop ? [linkTo(page, 'next')] : more ? [linkTo(page + 1, 'next')] : []),
    ...(page > 1 ? [linkTo(page - 1, 'prev')] : []),
  ];
  return {
    entries: all.slice((shown - 1) * size, shown * size),
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  };
}
