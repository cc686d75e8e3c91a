/** How many metres one of each unit is. */
const METRES = { m: 1, km: 1000, mi: 1609.344 };

/** Converts a length: `convertLength(1, 'km', 'm')` is 1000. */
export function convertLength(value, from, to) {
  for (const unit of [from, to]) {
    if (!Object.hasOwn(METRES, unit)) throw new RangeError(`${unit} is not a unit of length`);
  }
  return (value * METRES[from]) / METRES[to];
}
