/** Reads `5 km` as `{ value: 5, unit: 'km' }`. */
export function parseQuantity(text) {
  const match = /^(-?\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text.trim());
  if (!match) throw new SyntaxError(`"${text}" is not a number with a unit`);
  return { value: Number(match[1]), unit: match[2] };
}
