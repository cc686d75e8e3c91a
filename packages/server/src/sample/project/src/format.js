/** Writes a quantity for people: `formatQuantity(5, 'km')` is `5 km`. */
export const formatQuantity = (value, unit) => `${value} ${unit}`;
